"use strict";
(() => {
  const root = document.documentElement;
  const said = document.getElementById("said");
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (name, kind, text) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = kind;
    button.textContent = text;
    if (name) button.setAttribute("aria-label", name);
    return button;
  };

  // Theme: the system's until the button is used; remembered where the browser allows it.
  const theme = document.getElementById("theme");
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const kept = (value) => {
    try {
      if (value === undefined) return localStorage.getItem("theme");
      localStorage.setItem("theme", value);
    } catch { /* no storage for files in some browsers */ }
    return null;
  };
  const shown = () => {
    theme.textContent = isDark() ? "Light" : "Dark";
    theme.setAttribute("aria-label", isDark() ? "Light theme" : "Dark theme");
  };
  const before = kept();
  if (before === "light" || before === "dark") root.dataset.theme = before;
  theme.hidden = false;
  theme.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    kept(root.dataset.theme);
    shown();
  });
  dark.addEventListener("change", shown);
  shown();

  // Contents: folded on narrow screens, the part in view marked.
  const contents = document.getElementById("contents");
  const wide = matchMedia("(min-width: 64rem)");
  const fold = () => { contents.open = wide.matches; };
  wide.addEventListener("change", fold);
  fold();
  contents.addEventListener("click", (event) => {
    if (event.target.closest("a") && !wide.matches) contents.open = false;
  });
  const links = new Map(all("a", contents).map((link) => [link.hash.slice(1), link]));
  const watch = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      for (const link of links.values()) link.removeAttribute("aria-current");
      links.get(entry.target.id)?.setAttribute("aria-current", "true");
    }
  }, { rootMargin: "-10% 0px -85% 0px" });
  all("main > section").forEach((part) => watch.observe(part));

  // Sorting: largest first for numbers, A first for words; then the other way; then as it was.
  const number = (cell) => {
    const text = cell.dataset.v ?? cell.textContent.replaceAll(",", "");
    return text === "" || Number.isNaN(Number(text)) ? null : Number(text);
  };
  const value = (row, place) => {
    const cell = row.cells[place];
    if (cell.classList.contains("n")) return number(cell);
    return cell.querySelector("button, a")?.textContent ?? cell.textContent;
  };
  const compare = (one, two) =>
    typeof one === "number" ? one - two : one.localeCompare(two, "en", { numeric: true });
  const named = (table, place) => {
    const lines = [...table.tHead.rows].map((line) => {
      let end = 0;
      return [...line.cells].find((cell) => (end += cell.colSpan) > place).textContent.trim();
    });
    return lines.filter(Boolean).join(" ");
  };
  const sort = (table, heads, head, place) => {
    const isNumber = head.classList.contains("n");
    const first = isNumber ? "descending" : "ascending";
    const second = isNumber ? "ascending" : "descending";
    const next = { none: first, [first]: second, [second]: "none" }[head.getAttribute("aria-sort")];
    heads.forEach((other) => other.setAttribute("aria-sort", "none"));
    head.setAttribute("aria-sort", next);
    const sign = next === "descending" ? -1 : 1;
    const rows = [...table.tBodies[0].rows];
    rows.sort((one, two) => {
      const order = one.dataset.place - two.dataset.place;
      if (next === "none") return order;
      const [a, b] = [value(one, place), value(two, place)];
      if (a === null || b === null) return (a === null) - (b === null) || order;
      return sign * compare(a, b) || order;
    });
    table.tBodies[0].append(...rows);
    said.textContent = next === "none" ? "in the first order" : `sorted by ${named(table, place)}, ${next}`;
  };
  all("table.sortable").forEach((table) => {
    const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
    [...table.tBodies[0].rows].forEach((row, place) => { row.dataset.place = place; });
    if (table.tBodies[0].rows.length < 2) return;
    heads.forEach((head, place) => {
      const button = make("", "sort", head.textContent);
      head.replaceChildren(button);
      head.setAttribute("aria-sort", "none");
      button.addEventListener("click", () => sort(table, heads, head, place));
    });
  });

  // Filter of the paper's cells: others are hidden, and rows and tables without any.
  const choose = (part, states) => {
    const wanted = states.split(" ");
    all(".filter button", part).forEach((button) => {
      button.setAttribute("aria-pressed", String(button.dataset.states === states));
    });
    let count = 0;
    all("table.cells", part).forEach((table) => {
      let rows = 0;
      [...table.tBodies[0].rows].forEach((row) => {
        const cells = all("td[data-s]", row);
        const left = cells.filter((cell) => wanted.includes(cell.dataset.s));
        cells.forEach((cell) => cell.classList.toggle("dim", !left.includes(cell)));
        row.hidden = left.length === 0;
        rows += left.length > 0;
        count += left.length;
      });
      table.closest("section").hidden = rows === 0;
    });
    said.textContent = `${count} cells shown`;
  };
  all(".filter").forEach((filter) => {
    filter.hidden = false;
    filter.addEventListener("click", (event) => {
      const states = event.target.dataset.states;
      if (states) choose(filter.closest("section"), states);
    });
  });
  all(".tile a").forEach((link) => {
    link.addEventListener("click", () => choose(document.querySelector(link.hash), link.dataset.states));
  });
  all("a[href^='#']").forEach((link) => {
    link.addEventListener("click", () => {
      const target = document.getElementById(link.hash.slice(1));
      for (let part = target; part; part = part.parentElement) {
        if (part.tagName === "DETAILS") part.open = true;
        if (part.hidden && part.tagName === "SECTION") choose(part.parentElement, all(".filter button", part.parentElement)[0].dataset.states);
      }
    });
  });

  // When a card opens first, it gets a button that closes it, and the line on how its folder was made.
  document.addEventListener("beforetoggle", (event) => {
    const card = event.target;
    if (event.newState !== "open" || !card.matches(".card") || card.querySelector(".close")) return;
    const button = make("", "close", "Close");
    button.addEventListener("click", () => card.hidePopover());
    const head = document.createElement("p");
    head.className = "card-head";
    head.append(Object.assign(document.createElement("strong"), { textContent: card.getAttribute("aria-label") }), button);
    card.prepend(head);
    const made = card.closest("section").querySelector(":scope > .meta");
    if (made) card.append(made.cloneNode(true));
  }, true);

  // Commands that can be copied.
  all("pre.cmd").forEach((block) => {
    const button = make("Copy the commands", "copy", "Copy");
    block.classList.add("copyable");
    block.append(button);
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(block.querySelector("code").textContent);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Select it";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
  });
})();
