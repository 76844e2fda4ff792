import { escapeHtml } from '#domain/html.ts'
import { paths } from '../web/paths.ts'

/** As the shop's error pages (server/http/error-page.ts). */
const style = `
:root{color-scheme:light dark}
body{margin:0;background:#fbf8f3;color:#2a2420;font:1.05rem/1.6 system-ui,sans-serif}
main{min-height:100vh;display:grid;align-content:center;justify-items:start;gap:1rem;padding:4rem max(1.5rem,10vw);
box-sizing:border-box}
h1,.brand{font-family:Georgia,serif;font-weight:400;margin:0;overflow-wrap:anywhere}
h1{font-size:2.25rem;line-height:1.2}
p{margin:0;max-width:60ch}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1.5rem}
a{color:inherit;text-underline-offset:.2em;padding-block:.25rem}
@media(prefers-color-scheme:dark){body{background:#1b1714;color:#f2ece4}}
`

/** In place of a page that this device has not kept. It needs nothing else, and runs no script. */
export async function offlinePage(shopName: string): Promise<Response> {
  const name = escapeHtml(shopName)
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>You are offline${name && ` · ${name}`}</title><style>${style}</style></head><body><main><p class="brand">${name}</p><h1>You are offline</h1><p>This page is not stored on this device. Please check your connection and try again. Nothing was ordered or changed.</p><nav><a href="">Try again</a><a href="${paths.items}">Items</a><a href="${paths.myOrder}">My Orders</a></nav></main></body></html>`
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${await hashOf(style)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    },
  })
}

async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}
