"""The report page: one self-contained HTML file made from a results tree.

``read`` reads the tree, ``parts`` and ``svg`` make markup and figures, ``sections`` make the parts
of the page, ``frame`` puts style and script around them.
"""

from hippo_exp.reporting.page.document import report_page
from hippo_exp.reporting.page.files import PAGE, page_bytes, stale_page_faults

__all__ = ["PAGE", "page_bytes", "report_page", "stale_page_faults"]
