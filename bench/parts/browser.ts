import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { findChromium } from '../../scripts/chromium.ts'
import { twinOf } from '../browser/twin.ts'
import { type PageFigures, visit } from '../browser/visit.ts'
import { type Goal, type Row, ratioRow, spreadOf, valueRow } from '../figures.ts'
import { type Bench, type Part, rounds } from '../part.ts'
import { startShop } from '../processes.ts'
import { startYardstick } from '../yardsticks/start.ts'

/** The home page as a first visitor on a phone gets it, against the same page without a script. */
export const browser: Part = async bench => {
  // The demo shop: its goods and banners are what the page is made for.
  const shop = await startShop({ DATA_DIR: join(bench.folder, 'browser') })
  const chrome = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })
  try {
    const twin = await startYardstick(await twinOf(shop.url))
    return await compare(bench, chrome, shop.url, twin.url).finally(() => twin.end())
  } finally {
    await chrome.close()
    await shop.end()
  }
}

/** A single visit says little about blocking: whatever else the machine does for a moment counts four times. */
const visitsPerRound = 3

/** Of several visits the median of each figure. */
function usual(visits: readonly PageFigures[]): PageFigures {
  const median = (pick: (figures: PageFigures) => number) => spreadOf(visits.map(pick)).median
  return {
    fcp: median(visit => visit.fcp),
    lcp: median(visit => visit.lcp),
    tbt: median(visit => visit.tbt),
    cls: median(visit => visit.cls),
    bytes: median(visit => visit.bytes),
    scriptBytes: median(visit => visit.scriptBytes),
  }
}

async function compare(bench: Bench, chrome: Browser, url: string, twinUrl: string): Promise<Row[]> {
  const pages: PageFigures[] = []
  const twins: PageFigures[] = []
  await visit(chrome, url)
  for (const _ of rounds(bench)) {
    const round: { page: PageFigures[]; twin: PageFigures[] } = { page: [], twin: [] }
    for (let visits = 0; visits < visitsPerRound; visits++) {
      round.page.push(await visit(chrome, url))
      round.twin.push(await visit(chrome, twinUrl))
    }
    pages.push(usual(round.page))
    twins.push(usual(round.twin))
  }
  const pairsOf = (pick: (figures: PageFigures) => number) =>
    pages.map((page, i) => ({ shop: pick(page), yardstick: pick(twins[i] ?? page) }))
  const against = 'the same HTML, CSS, fonts and first picture without script'
  const own = (name: string, unit: string, pick: (figures: PageFigures) => number, goal?: Goal): Row => ({
    ...valueRow(name, unit, pages.map(pick), goal),
    yardstick: spreadOf(twins.map(pick)),
    against,
  })
  return [
    ratioRow({
      name: 'browser: largest paint (LCP)',
      unit: 'ms',
      against,
      pairs: pairsOf(page => page.lcp),
      goal: { atMost: 1.2 },
      note: 'home page, cold cache, Fast 4G, 4 times slower CPU, 412 × 823',
    }),
    own('browser: first paint (FCP)', 'ms', page => page.fcp),
    own('browser: blocked (TBT)', 'ms', page => page.tbt, { atMost: 100 }),
    own('browser: shifted (CLS)', '', page => page.cls, { atMost: 0 }),
    own('browser: script', 'KB', page => page.scriptBytes / 1000),
    own('browser: everything', 'KB', page => page.bytes / 1000),
  ]
}
