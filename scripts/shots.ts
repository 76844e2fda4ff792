// Takes screenshots of every page at six widths in both themes into shots/: npm run shop -- shots. Or only of some: npm
// run shop -- shots home team
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { demoAccounts } from '../src/server/store/demo-ids.ts'
import { type RunningShop, startShop } from '../tests/helpers/running-shop.ts'
import { findChromium } from './chromium.ts'
import { runCommand, UsageError } from './command.ts'

const folder = join(import.meta.dirname, '../shots')
const widths = [390, 768, 1024, 1280, 1440, 1920]
const themes = ['light', 'dark'] as const
const [, { email, password }] = demoAccounts
const json = { 'content-type': 'application/json' }

interface PageToCapture {
  name: string
  url: string
  /** Shown to a visitor who is not signed in. */
  visitor?: boolean
}

interface Ordered {
  _id: string
  name: string
  price: number
}

const pagesOf = (
  { url, sandboxUrl }: Pick<RunningShop, 'url' | 'sandboxUrl'>,
  orderId: string,
): PageToCapture[] => [
  { name: 'home', url: `${url}/` },
  { name: 'login', url: `${url}/login`, visitor: true },
  { name: 'signup', url: `${url}/signup`, visitor: true },
  { name: 'portfolio', url: `${url}/portfolio` },
  { name: 'team', url: `${url}/team` },
  { name: 'star-rating', url: `${url}/starRating` },
  { name: 'items', url: `${url}/items` },
  { name: 'items-search', url: `${url}/items?search=oak&sort=price` },
  { name: 'item', url: `${url}/items/0199a000-0000-7000-8000-111100000011` },
  { name: 'my-profile', url: `${url}/dashboard` },
  { name: 'my-review', url: `${url}/dashboard/myReview` },
  { name: 'my-order', url: `${url}/dashboard/myOrder` },
  { name: 'payment', url: `${url}/dashboard/payment/${orderId}` },
  { name: 'all-users', url: `${url}/dashboard/allUsers` },
  { name: 'add-item', url: `${url}/dashboard/addItem` },
  { name: 'manage-items', url: `${url}/dashboard/manageItems` },
  { name: 'manage-all-orders', url: `${url}/dashboard/manageAllOrders` },
  { name: 'not-found', url: `${url}/no/such/page` },
  { name: 'sandbox', url: `${sandboxUrl}/` },
  { name: 'sandbox-cards', url: `${sandboxUrl}/stripe` },
  { name: 'sandbox-google', url: `${sandboxUrl}/google` },
  { name: 'sandbox-mailbox', url: `${sandboxUrl}/mailbox` },
]

async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({ email, password })
  const proven = await fetch(`${url}/api/auth/sign-in`, { method: 'POST', headers: json, body })
  const cookie = proven.headers.get('set-cookie')?.split(';')[0] ?? ''
  const entered = await fetch(`${url}/api/users/${email}`, {
    method: 'PUT',
    headers: { ...json, cookie },
    body: JSON.stringify({ email }),
  })
  return ((await entered.json()) as { token: string }).token
}

/** Returns the id of the last order. */
async function orderSomething(url: string, token: string): Promise<string> {
  const headers = { ...json, authorization: `Bearer ${token}` }
  const items = (await (await fetch(`${url}/api/items`)).json()) as Ordered[]
  const buyer = { ownerName: 'Sam Demo', email, mobileNumber: '555 0100', address: '12 Mill Lane' }
  let id = ''
  for (const { _id: itemId, name: itemName, price } of items.slice(0, 3)) {
    const body = JSON.stringify({ ...buyer, itemId, itemName, quantity: 2, totalPrice: price * 2 })
    const placed = await fetch(`${url}/api/booking`, { method: 'POST', headers, body })
    id = ((await placed.json()) as Ordered)._id
  }
  return id
}

interface Shot {
  browser: Browser
  shop: RunningShop
  token: string
  pages: PageToCapture[]
  theme: (typeof themes)[number]
  width: number
}

async function takeScreenshots({ browser, shop, token, pages, theme, width }: Shot): Promise<void> {
  const context = await browser.newContext({
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  })
  const page = await context.newPage()
  for (const { name, url, visitor } of pages) {
    await page.goto(`${shop.url}/api/health`)
    await page.evaluate(
      ([key, value]) => (value ? localStorage.setItem(key, value) : localStorage.removeItem(key)),
      ['accessToken', visitor ? '' : token] as const,
    )
    await page.goto(url, { waitUntil: 'networkidle' })
    await scrollThrough(page)
    await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`), fullPage: true })
  }
  await context.close()
}

/** Scrolls through the page once, so that lazily loaded content appears. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += window.innerHeight) {
      window.scrollTo(0, top)
      await new Promise(requestAnimationFrame)
    }
    window.scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
}

/** All pages, or the named ones; an unknown name is reported before anything is removed. */
function chosen(all: readonly PageToCapture[], names: readonly string[]): PageToCapture[] {
  const unknown = names.filter(given => !all.some(({ name }) => name === given))
  if (unknown.length > 0)
    throw new UsageError(
      `There is no page ${unknown.join(', ')}. There are: ${all.map(({ name }) => name).join(', ')}`,
    )
  return all.filter(({ name }) => names.length === 0 || names.includes(name))
}

async function takeAllScreenshots(shop: RunningShop, names: readonly string[]): Promise<number> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const token = await signIn(shop.url)
    const pages = chosen(pagesOf(shop, await orderSomething(shop.url, token)), names)
    for (const theme of themes) {
      for (const width of widths) {
        console.log(`${theme}, ${width} px …`)
        await takeScreenshots({ browser, shop, token, pages, theme, width })
      }
    }
    return pages.length * widths.length * themes.length
  } finally {
    await browser.close()
  }
}

await runCommand('shots', async ({ words }) => {
  chosen(pagesOf({ url: '', sandboxUrl: '' }, ''), words)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const shop = await startShop('sqlite')
  try {
    console.log(`${await takeAllScreenshots(shop, words)} pictures in shots/`)
  } finally {
    await shop.stop()
  }
  return true
})
