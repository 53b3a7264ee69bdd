(() => {
  // How many texts are there, and which of them have a contrast below 4.5 with what is behind them.
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (front, back, alpha) => front.map((part, place) => part * alpha + back[place] * (1 - alpha));
  const behind = (element) => {
    const [r, g, b, a] = rgba(getComputedStyle(element).backgroundColor);
    if (a === 1 || !element.parentElement) return [r, g, b];
    return over([r, g, b], behind(element.parentElement), a);
  };
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const seen = [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest(".vh, [aria-hidden] > .vh, desc, title, script")
    && [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()));
  const worst = new Map();
  for (const element of seen) {
    const style = getComputedStyle(element);
    let back = behind(element);
    const shade = element.previousElementSibling;
    if (shade?.matches?.("rect.shade")) {
      const fill = rgba(getComputedStyle(shade).fill).slice(0, 3);
      back = over(fill, back, Number(getComputedStyle(shade).fillOpacity));
    }
    const front = rgba(element.namespaceURI.endsWith("svg") ? style.fill : style.color).slice(0, 3);
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) worst.set(`${element.tagName}.${element.getAttribute("class")}`, ratio.toFixed(2));
  }
  return [seen.length, [...worst]];
})()
