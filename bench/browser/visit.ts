import type { Browser, CDPSession, Page } from '@playwright/test'
import { tokenKey } from '../../src/web/api/token.ts'

export interface PageFigures {
  lcp: number
  tbt: number
  cls: number
  /** Transferred until the end of the measurement. */
  bytes: number
  scriptBytes: number
}

/** The Fast 4G preset of Chrome's developer tools. */
const fast4G = {
  offline: false,
  latency: 60 * 2.75,
  downloadThroughput: ((9 * 1_000_000) / 8) * 0.9,
  uploadThroughput: ((1.5 * 1_000_000) / 8) * 0.9,
}
const slowdown = 4
/** How long shifts and long tasks are recorded after the load event. */
const watchMs = 2500

declare global {
  var seen: { lcp: number; cls: number; longTasks: { start: number; ms: number }[] }
}

/** A first visit with a slow network and a slow CPU, signed in if there is a token. */
export async function visit(browser: Browser, url: string, token?: string): Promise<PageFigures> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    // It starts after the page, and would load it again from a cache that is off here.
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
    await cdp.send('Network.emulateNetworkConditions', fast4G)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const loaded = countBytes(cdp)
    await page.addInitScript(watch)
    if (token)
      await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [tokenKey, token] as const)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(watchMs)
    return { ...(await read(page)), ...loaded() }
  } finally {
    await context.close()
  }
}

function countBytes(cdp: CDPSession): () => Pick<PageFigures, 'bytes' | 'scriptBytes'> {
  const kinds = new Map<string, string>()
  let [bytes, scriptBytes] = [0, 0]
  cdp.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (kinds.get(requestId) === 'Script') scriptBytes += encodedDataLength
  })
  return () => ({ bytes, scriptBytes })
}

/** Runs in the page, before its own scripts. */
function watch(): void {
  globalThis.seen = { lcp: 0, cls: 0, longTasks: [] }
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type, buffered: true })
  observe('largest-contentful-paint', entry => {
    globalThis.seen.lcp = entry.startTime
  })
  observe('layout-shift', entry => {
    if ('value' in entry && !('hadRecentInput' in entry && entry.hadRecentInput))
      globalThis.seen.cls += Number(entry.value)
  })
  observe('longtask', ({ startTime, duration }) => {
    globalThis.seen.longTasks.push({ start: startTime, ms: duration })
  })
}

/** Total blocking time is the part of long tasks beyond 50 ms, from the first paint on. */
async function read(page: Page): Promise<Pick<PageFigures, 'lcp' | 'tbt' | 'cls'>> {
  const { fcp, lcp, cls, longTasks } = await page.evaluate(() => ({
    ...globalThis.seen,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  }))
  const blocking = longTasks.filter(task => task.start + task.ms > fcp)
  return { lcp, cls, tbt: blocking.reduce((sum, { ms }) => sum + Math.max(0, ms - 50), 0) }
}
