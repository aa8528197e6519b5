"""The style sheet of a report: light and dark, for screens, phones and paper."""

from __future__ import annotations

from bubbleball.render.theme import DARK, LIGHT, Theme


def style_sheet() -> str:
    """All CSS rules of the page."""
    return (
        f":root{{color-scheme:light dark;{_colours(LIGHT)}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{_colours(DARK)}}}}}\n{_RULES}"
    )


def _colours(theme: Theme) -> str:
    return "".join(f"{role.variable}:{colour};" for role, colour in theme.colours.items())


_RULES = """
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;padding:1rem clamp(.75rem,3vw,2rem) 3rem;max-width:68rem;line-height:1.5;
background:var(--paper);color:var(--ink);
font-family:system-ui,"Segoe UI",Helvetica,Arial,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0 0}
h2{font-size:1.3rem;margin:0 0 .5rem}
h3{font-size:1rem;margin:1.5rem 0 .4rem}
p{margin:.4rem 0;max-width:46rem}
a{color:var(--guide)}
code,pre{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.9em}
pre{background:var(--sky);border:1px solid var(--tray);border-radius:6px;padding:.7rem;
white-space:pre-wrap;word-break:break-word;user-select:all}
section{border-top:1px solid var(--tray);margin-top:2rem;padding-top:1.5rem}
.soft,.aside,.facts dt,figcaption{color:var(--ink-soft)}
.aside{font-size:.85em;white-space:nowrap}
.verdict{font-size:1.15rem;margin:.3rem 0 1rem}
.mark{display:inline-block;padding:.05rem .55rem;border-radius:1rem;border:1.5px solid;
font-size:.8rem;font-weight:600;vertical-align:.12em;white-space:nowrap}
.good{color:var(--goal)}.bad{color:var(--path)}
.facts{display:flex;flex-wrap:wrap;gap:.4rem 2rem;margin:1rem 0}
.facts dt{font-size:.8rem}.facts dd{margin:0;font-weight:600}
.stages{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1rem;margin:.5rem 0}
.stages dt{font-weight:600}.stages dd{margin:0}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:1rem}
figure{margin:.5rem 0;min-width:0}
figure>svg{border:1px solid var(--tray);border-radius:6px}
figcaption{font-size:.88rem;margin-top:.35rem}
figcaption strong{color:var(--ink)}
.alone{max-width:44rem}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.1rem .9rem;margin:.2rem 0 0;padding:0}
.legend svg{width:1.5rem;height:.75rem;margin-right:.35rem;fill:none;vertical-align:-.05rem}
.thoughts{list-style:none;margin:.3rem 0;padding:0}
.thoughts li{margin:.35rem 0;padding-left:.8rem;border-left:3px solid var(--tray);max-width:46rem}
.thoughts b{margin-right:.4rem}
.search{display:grid;grid-template-columns:minmax(0,17rem) 1fr;gap:0 1.2rem;margin:.8rem 0;
align-items:start}
.search.plain{display:block}
.search h4{grid-column:1/-1;margin:.2rem 0;font-size:.9rem}
.small{margin:.2rem 0}.small figcaption{font-size:.75rem}
details{margin:.6rem 0}summary{cursor:pointer;color:var(--guide)}
.wide{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.25rem 1rem .25rem 0;border-bottom:1px solid var(--tray);
vertical-align:top;overflow-wrap:normal}
th{font-size:.8rem;color:var(--ink-soft);font-weight:600}
.number{text-align:right;white-space:nowrap}
.band{width:7.5rem;height:1.5rem;display:block;margin-top:.15rem}small{color:var(--ink-soft);white-space:nowrap}
.before{fill:var(--shelf);opacity:.6}.now{fill:var(--guide)}.mean{fill:var(--ink)}
.times{list-style:none;margin:.4rem 0;padding:0;max-width:34rem;font-size:.92rem}
.times li{display:grid;grid-template-columns:9rem 1fr 4.5rem;gap:.6rem;align-items:center}
.times svg{width:100%;height:.6rem}
.note{border-left:4px solid var(--main);padding:.1rem 0 .1rem .8rem;margin:.8rem 0}
@media (max-width:38rem){
.search{display:block}.stages{display:block}.stages dd{margin:0 0 .4rem}
.times li{grid-template-columns:7.5rem 1fr 4rem}
th,td{padding-right:.6rem}table{font-size:.85rem}td:last-child small{white-space:normal}}
@media print{
body{max-width:none;padding:0;font-size:10pt}
*{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.pair{grid-template-columns:1fr 1fr}
figure,tr,.thoughts li,.times,.search{break-inside:avoid}
h2,h3,h4{break-after:avoid}
details::details-content{content-visibility:visible;block-size:auto}
pre{user-select:auto}
}
"""
