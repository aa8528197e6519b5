"""What axe finds on a page, in light and in dark."""

from __future__ import annotations

from web.driving import Visitor
from web.tools import tool

_RUN = 'async () => (await axe.run({resultTypes: ["violations"]})).violations'


def assert_accessible(visitor: Visitor) -> None:
    """Nothing that matters: no fault that axe calls moderate, serious or critical."""
    visitor.page.evaluate(tool("axe-core/axe.min.js").read_text(encoding="utf-8"))
    for theme in ("light", "dark"):
        visitor.page.emulate_media(color_scheme=theme)
        found = {
            fault["id"]: [node["html"] for node in fault["nodes"]]
            for fault in visitor.page.evaluate(_RUN)
            if fault["impact"] != "minor"
        }
        assert found == {}, f"{theme}: {found}"
