import { type Browser, test as base, expect, type Page } from '@playwright/test'
import type { EngineName } from '../tests/helpers/databases.ts'
import { type RunningShop, startShop } from '../tests/helpers/running-shop.ts'
import { workerBlocked } from './page-errors.ts'

export interface ShopOptions {
  engine: EngineName
  shop: RunningShop
}

export interface Watched {
  /** Errors and warnings in the console; they must be empty at the end of each test. */
  consoleErrors: string[]
  /** A shop with other settings for one test; a worker of its own would need another Chromium. */
  openShop: (settings: Record<string, string>) => Promise<{ shop: RunningShop; page: Page }>
}

/** Records errors and warnings from now on. */
export function recordErrors(page: Page, consoleErrors: string[]): void {
  page.on('console', message => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    if (message.text() === workerBlocked) return
    const { url } = message.location()
    consoleErrors.push(url ? `${message.text()} (${url})` : message.text())
  })
  page.on('pageerror', error => consoleErrors.push(String(error)))
}

export const test = base.extend<Watched, ShopOptions>({
  engine: ['sqlite', { option: true, scope: 'worker' }],

  shop: [
    async ({ engine }, use) => {
      const shop = await startShop(engine)
      await use(shop)
      expect(await shop.stop()).toBe(0)
    },
    { scope: 'worker' },
  ],

  baseURL: ({ shop }, use) => use(shop.url),

  consoleErrors: ({ shop: _ }, use) => use([]),

  // Opens a page of the shop, so that the test can write its local storage.
  page: async ({ page, consoleErrors }, use) => {
    await page.goto('/robots.txt')
    recordErrors(page, consoleErrors)
    await use(page)
    expect(consoleErrors).toEqual([])
  },

  openShop: async ({ browser, engine, consoleErrors }, use) => {
    const opened: { shop: RunningShop; page: Page }[] = []
    await use(async settings => {
      const shop = await startShop(engine, settings)
      const page = await newPage(browser, `${shop.url}/robots.txt`)
      recordErrors(page, consoleErrors)
      opened.push({ shop, page })
      return { shop, page }
    })
    for (const { shop, page } of opened) {
      await page.context().close()
      expect(await shop.stop()).toBe(0)
    }
    expect(consoleErrors).toEqual([])
  },
})

export { expect }

/** Signs out without the shop, on a page that makes no calls: a call would be refused and logged. */
export async function clearSession(page: Page): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
}

/** A page in a new browser context. */
export async function newPage(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: new URL(url).origin,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.goto(url)
  return page
}

/** Waits for the sign-out, because leaving the page earlier would keep the session. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'LOGIN', exact: true })).toBeVisible()
}

/** Waits for the button, because the fields of /signup may still be on the page. */
export async function logIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const button = page.getByRole('button', { name: 'Login', exact: true })
  await expect(button).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await button.click()
}

let customers = 0

export async function signUp(page: Page, name = 'Ann Example'): Promise<{ email: string; password: string }> {
  const email = `ann-${process.pid}-${++customers}@example.com`
  const password = 'a good password'
  await page.goto('/signup')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Signup' }).click()
  await expect(page).toHaveURL('/')
  return { email, password }
}

/** Waits for hydration: a click before that is lost, except on links and forms. */
export const hydrated = (page: Page) => expect(page.getByRole('button', { name: 'Subscribe' })).toBeEnabled()

/** Chromium logs a refused call as a failed resource; tests that provoke one remove it. */
export function allowErrors(consoleErrors: string[], pattern: RegExp): void {
  const rest = consoleErrors.filter(text => !pattern.test(text))
  consoleErrors.splice(0, consoleErrors.length, ...rest)
}

/** With the link that an empty live shop prints. */
export async function signUpAsOwner(page: Page, log: string): Promise<void> {
  await page.goto(/http[^"\s]+\/signup\?welcome=[\w-]+/.exec(log)?.[0] ?? '')
  // Until then the page may still replace its form, and what was typed is gone.
  await expect(page.getByText('You are the first one here')).toBeVisible()
  await page.getByLabel('Name').fill('Camille Roux')
  await page.getByLabel('Email').fill('camille@lumiere.example')
  await page.getByLabel('Password', { exact: true }).fill('nine blue teapots')
  await page.getByRole('button', { name: 'Signup' }).click()
  await page.getByRole('button', { name: 'Make it the owner’s account' }).click()
  await page.waitForURL('/dashboard')
}
