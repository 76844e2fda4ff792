import { expect, type Page } from '@playwright/test'

/** What the page says without a connection. */
export const asOf = /^You are offline\. This page is as of (\w+ \d+, )?\d+:\d\d.[AP]M\.$/

export const said = (page: Page) => page.locator('.offline')

/** Everything that the service worker keeps, as 'cache address', without the version and the session. */
export const keptIn = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const kept: string[] = []
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys())
        kept.push(`${name.split('-')[1]} ${url.slice(location.origin.length)}`)
    return kept
  })

export const expectKept = (page: Page, entry: string | RegExp) =>
  expect
    .poll(async () =>
      (await keptIn(page)).some(kept => (typeof entry === 'string' ? kept === entry : entry.test(kept))),
    )
    .toBe(true)

/** Opens a page, waits until the worker has it, and for what it keeps. */
export async function openKept(page: Page, path: string, ...entries: (string | RegExp)[]): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  for (const entry of entries) await expectKept(page, entry)
}

/** A page without a connection logs each file and call that it does not get. */
export const withoutConnection = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|50[23]|route module|dynamically/
