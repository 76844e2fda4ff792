import type { Browser, Page } from '@playwright/test'

const heard = ['console', 'pageerror', 'request', 'requestfailed', 'response', 'dialog'] as const

/**
 * The tab that a worker's tests hand on to one another, emptied: to open a new one takes Chromium as long as to load
 * two pages in one that is open. Between two tests it rests at a picture of the shop, because a blank page would
 * make Chromium start a process for the next one, and because there the next visitor can be signed in.
 */
export class Tab {
  readonly #browser: Browser
  readonly #rest: string
  #page: Page | undefined

  constructor(browser: Browser, shopUrl: string) {
    this.#browser = browser
    this.#rest = `${shopUrl}/robots.txt`
  }

  async take(): Promise<Page> {
    this.#page ??= await newPage(this.#browser, this.#rest)
    return this.#page
  }

  /** Nothing of a test is left for the next one. */
  async empty(): Promise<void> {
    const page = await this.take()
    for (const event of heard) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await forgetVisitor(page, this.#rest)
    await page.context().clearCookies()
    await page.evaluate(() => sessionStorage.clear())
  }

  async close(): Promise<void> {
    const page = this.#page
    this.#page = undefined
    await page?.context().close()
  }
}

/** Signs out behind the shop's back, with nothing of it open: a page that still asks would be refused aloud. */
export async function forgetVisitor(page: Page, rest = '/robots.txt'): Promise<void> {
  await page.goto(rest)
  await page.evaluate(() => localStorage.clear())
}

/** A page of a visitor of its own, who is already at the shop. */
export async function newPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL(url).origin,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(url)
  return page
}
