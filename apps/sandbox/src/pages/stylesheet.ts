import { createHash } from 'node:crypto'

/** The only styles of the sandbox's pages: small, inline, allowed by their hash. */
export const STYLESHEET = `
:root{color-scheme:light dark;--page:#faf8f4;--card:#fffefc;--sunken:#f3f0ea;--line:#e4dfd7;--edge:#87817a;
--ink:#16202f;--ink-2:#47505f;--brand:#173366;--primary:#173366;--primary-hover:#10254b;--on-primary:#fffefc;
--link:#24498c;--focus:#3560ad;--note:#fdf3e2;--note-ink:#5f3f0d;--note-line:#d9a95a;--ok:#1f5b3c;--bad:#8a2318}
@media (prefers-color-scheme:dark){:root{--page:#0f141d;--card:#161c27;--sunken:#1c2330;--line:#2b3342;--edge:#7b8598;
--ink:#f2f0ec;--ink-2:#c7c6c3;--brand:#dbe5fb;--primary:#a9c3f5;--primary-hover:#c3d6f9;--on-primary:#0d1626;
--link:#aac6fb;--focus:#b7cdf8;--note:#33260f;--note-ink:#f2d8a8;--note-line:#8d6a2c;--ok:#93d6b1;--bad:#f3b3a8}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
.note{background:var(--note);color:var(--note-ink);border-bottom:1px solid var(--note-line);padding:10px 16px;text-align:center;font-weight:600}
main{max-width:44rem;margin:0 auto;padding:32px 16px 64px}
main.narrow{max-width:30rem}
h1{color:var(--brand);font-size:1.75rem;line-height:1.2;margin:0 0 8px}
h2{color:var(--brand);font-size:1.125rem;margin:24px 0 8px}
p{margin:0 0 16px}
a{color:var(--link);text-underline-offset:3px}
.quiet{color:var(--ink-2)}
.ok{color:var(--ok);font-weight:600}
.bad{color:var(--bad);font-weight:600}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:24px;margin:0 0 16px}
.amount{font-size:2.25rem;font-weight:600;color:var(--brand);line-height:1.2;margin:0 0 16px;font-variant-numeric:tabular-nums}
dl{display:grid;grid-template-columns:auto 1fr;gap:4px 16px;margin:0 0 24px}
dt{color:var(--ink-2)}
dd{margin:0;text-align:end}
.plain dd{text-align:start}
form{display:grid;gap:12px;margin:0}
.row{display:flex;flex-wrap:wrap;gap:12px;align-items:end;margin:0 0 16px}
.row>label{flex:1 1 14rem}
label{display:grid;gap:4px;font-weight:600}
input{font:inherit;color:inherit;background:var(--card);border:1px solid var(--edge);border-radius:10px;padding:10px 12px;min-height:44px;width:100%}
button,.button{font:inherit;font-weight:600;min-height:44px;padding:10px 20px;border-radius:10px;border:1px solid var(--edge);
background:var(--card);color:var(--ink);cursor:pointer;text-decoration:none;display:inline-block;text-align:center}
button:hover,.button:hover{background:var(--sunken)}
button.primary,.button.primary{background:var(--primary);border-color:var(--primary);color:var(--on-primary)}
button.primary:hover,.button.primary:hover{background:var(--primary-hover)}
button.bare{border-color:transparent;background:none;color:var(--link)}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
ul.list{list-style:none;margin:0 0 16px;padding:0;background:var(--card);border:1px solid var(--line);border-radius:12px}
ul.list>li{padding:12px 20px;border-top:1px solid var(--line)}
ul.list>li:first-child{border-top:0}
ul.list a{font-weight:600}
ul.list .quiet{display:block;font-size:.875rem}
iframe{width:100%;height:70vh;border:1px solid var(--line);border-radius:12px;background:#fff;color-scheme:light}
pre{white-space:pre-wrap;background:var(--sunken);border-radius:12px;padding:16px;margin:0 0 16px;font:.9375rem/1.5 ui-monospace,monospace}
@media print{.note,form{display:none}}
`

/** The value for `style-src`. */
export const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLESHEET).digest('base64')}'`
