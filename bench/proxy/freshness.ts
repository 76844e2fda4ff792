import { setTimeout as delay } from 'node:timers/promises'
import type { Customer, Good } from '../prepare.ts'
import { bearer } from '../requests.ts'
import { send } from '../send.ts'

export interface Change {
  shopUrl: string
  proxyUrl: string
  admin: Customer
  good: Good
}

/** How long after a new price is in the books a visitor still sees the old one: from the API, and on the page. */
export interface Lag {
  apiMs: number
  pageMs: number
}

const longestMs = 10_000

/** An admin changes a price, while visitors look at the item all the time. */
export async function lagAfterChange(
  { shopUrl, proxyUrl, admin, good }: Change,
  dollars: number,
): Promise<Lag> {
  const item = `/api/item/${good.id}`
  const headers = { ...bearer(admin), 'content-type': 'application/json' }
  const { version } = JSON.parse(String((await send(shopUrl, { path: item, headers })).body)) as {
    version: number
  }
  const body = JSON.stringify({ version, price: dollars })
  const lags = [`/api/items/${good.id}`, `/items/${good.id}`].map(path => watch(proxyUrl, path))
  await delay(3000 + Math.random() * 1000)
  const response = await fetch(`${shopUrl}${item}`, { method: 'PATCH', headers, body })
  if (!response.ok) throw new Error(`The price was not changed: ${response.status} ${await response.text()}`)
  const since = performance.now()
  const [apiMs = Number.NaN, pageMs = Number.NaN] = await Promise.all(
    lags.map(async lag => Math.max(0, (await lag) - since)),
  )
  return { apiMs, pageMs }
}

/** When the answer was first another one. */
async function watch(url: string, path: string): Promise<number> {
  const first = String((await send(url, { path })).body)
  const start = performance.now()
  while (performance.now() - start < longestMs) {
    if (String((await send(url, { path })).body) !== first) return performance.now()
    await delay(20)
  }
  throw new Error(`${path} did not change`)
}
