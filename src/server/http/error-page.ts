import { hash } from 'node:crypto'
import { escapeHtml } from '#domain/html.ts'

/** Self-contained: anything that it loads may be the part that has failed. */
const style = `
:root{color-scheme:light dark}
body{margin:0;min-height:100vh;display:grid;align-content:center;justify-items:start;gap:1rem;padding:4rem max(1.5rem,10vw);
box-sizing:border-box;background:#fbf8f3;color:#2a2420;font:1.05rem/1.6 system-ui,sans-serif}
h1,.brand{font-family:Georgia,serif;font-weight:400;margin:0}
h1{font-size:2.25rem;line-height:1.2}
p{margin:0;max-width:60ch}
a{color:inherit;text-underline-offset:.2em}
@media(prefers-color-scheme:dark){body{background:#1b1714;color:#f2ece4}}
`

/** The content security policy of an error page: it allows only this style. */
export const errorPagePolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The HTML of a problem, for pages that cannot be rendered. */
export function errorPage(shopName: string, title: string, detail: string): string {
  const name = escapeHtml(shopName)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}${name && ` · ${name}`}</title><style>${style}</style></head><body><p class="brand">${name}</p><h1>${title}</h1><p>${escapeHtml(detail)}</p><p><a href="">Try again</a> · <a href="/">Back to the shop</a></p></body></html>`
}
