import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import { demoAccounts } from '../../src/server/store/demo-ids.ts'
import { twinOf } from '../browser/twin.ts'
import { type PageFigures, visit } from '../browser/visit.ts'
import { enter } from '../call.ts'
import { type Goal, type Kind, type Row, rowOf } from '../figures.ts'
import { type Bench, inTurn, type Part } from '../part.ts'
import { type Running, startShop, startYardstick } from '../processes.ts'
import { databaseIn, settingsOf } from '../with-shop.ts'

const [{ email, password }] = demoAccounts

interface Visited {
  page: string
  path: string
  /** The limit: the size at the last release. */
  scriptKb: number
  token?: string
}

/** First visits to pages on a phone, against the same pages without scripts. */
export const browser: Part = async bench => {
  // The demo shop, because its pages have goods and banners.
  const shop = await startShop(settingsOf(databaseIn(bench, 'browser')))
  const chrome = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    const [item] = (await (await fetch(`${shop.url}/api/items?limit=1`)).json()) as { _id: string }[]
    const home = { page: 'home page', path: '/', scriptKb: 127 }
    // A visitor who is not signed in would be redirected and load two pages.
    const token = await enter(shop.url, email, password)
    const one = { page: 'item page', path: `/items/${item?._id}`, scriptKb: 150, token }
    return [...(await compare(bench, chrome, shop, home)), ...(await compare(bench, chrome, shop, one))]
  } finally {
    await chrome.close()
    await shop.end()
  }
}

async function compare(bench: Bench, chrome: Browser, shop: Running, visited: Visited): Promise<Row[]> {
  const twin = await startYardstick(await twinOf(shop.url, visited.path))
  const visits =
    ({ url }: Running) =>
    () =>
      visit(chrome, `${url}${visited.path}`, visited.token)
  // More rounds, because the CPU slowdown multiplies every disturbance of the machine by four.
  const rounds = bench.rounds + 2
  const sides = await inTurn({ rounds }, visits(shop), visits(twin), 0).finally(() => twin.end())
  const row = (name: string, unit: string, pick: (page: PageFigures) => number, kind: Kind, goal?: Goal) =>
    rowOf({
      name: `${visited.page}: ${name}`,
      unit,
      kind,
      shop: sides.shop.map(pick),
      yardstick: sides.yardstick.map(pick),
      goal,
      notes: [against],
    })
  return [
    row('largest paint (LCP)', 'ms', ({ lcp }) => lcp, 'ratio', { atMost: 1.2 }),
    row('blocked (TBT)', 'ms', ({ tbt }) => tbt, 'value', { atMost: 100 }),
    row('shifted (CLS)', '', ({ cls }) => cls, 'value', { atMost: 0 }),
    row('script', 'KB', page => wholeKb(page.scriptBytes), 'value', { atMost: visited.scriptKb }),
    row('everything', 'KB', page => wholeKb(page.bytes), 'value'),
  ]
}

const against = 'against the same HTML, CSS, fonts and first picture without script'

const wholeKb = (bytes: number): number => Math.round(bytes / 1000)
