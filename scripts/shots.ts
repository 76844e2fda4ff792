// Photographs every page at three widths in both themes into shots/:  npm run shots
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { demoAccounts } from '../src/server/db/demo.ts'
import { startShop } from '../tests/helpers/running-shop.ts'
import { findChromium } from './chromium.ts'

const folder = join(import.meta.dirname, '../shots')
const widths = [360, 768, 1280]
const themes = ['light', 'dark'] as const
const pages = {
  home: '/',
  login: '/login',
  signup: '/signup',
  items: '/items',
  item: '/items/0199a000-0000-7000-8000-111100000002',
  'my-profile': '/dashboard',
  'my-review': '/dashboard/myReview',
  'my-order': '/dashboard/myOrder',
  'not-found': '/no/such/page',
}
const visitorPages = new Set(['login', 'signup'])

interface Shot {
  browser: Browser
  shopUrl: string
  token: string
  theme: (typeof themes)[number]
  width: number
}

async function signIn(shopUrl: string): Promise<string> {
  const [{ email, password }] = demoAccounts
  const headers = { 'content-type': 'application/json' }
  const proven = await fetch(`${shopUrl}/api/auth/sign-in`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  const cookie = proven.headers.get('set-cookie')?.split(';')[0] ?? ''
  const entered = await fetch(`${shopUrl}/api/users/${email}`, {
    method: 'PUT',
    headers: { ...headers, cookie },
    body: JSON.stringify({ email }),
  })
  return ((await entered.json()) as { token: string }).token
}

async function orderSomething(shopUrl: string, token: string): Promise<void> {
  const items = (await (await fetch(`${shopUrl}/api/items`)).json()) as {
    _id: string
    name: string
    price: number
  }[]
  const [{ email }] = demoAccounts
  for (const { _id, name, price } of items.slice(0, 3)) {
    const order = {
      itemId: _id,
      itemName: name,
      ownerName: 'Robin Demo',
      email,
      mobileNumber: '555 0100',
      address: '12 Mill Lane',
      quantity: 2,
      totalPrice: price * 2,
    }
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    await fetch(`${shopUrl}/api/booking`, { method: 'POST', headers, body: JSON.stringify(order) })
  }
}

async function photograph({ browser, shopUrl, token, theme, width }: Shot): Promise<void> {
  const context = await browser.newContext({
    baseURL: shopUrl,
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  })
  const page = await context.newPage()
  for (const [name, path] of Object.entries(pages)) {
    await page.goto('/api/health')
    await page.evaluate(
      ([key, value]) => (value ? localStorage.setItem(key, value) : localStorage.removeItem(key)),
      ['accessToken', visitorPages.has(name) ? '' : token] as const,
    )
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`), fullPage: true })
  }
  await context.close()
}

await rm(folder, { recursive: true, force: true })
await mkdir(folder)
const shop = await startShop('sqlite')
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const token = await signIn(shop.url)
  await orderSomething(shop.url, token)
  for (const theme of themes) {
    for (const width of widths) {
      console.log(`${theme}, ${width} px …`)
      await photograph({ browser, shopUrl: shop.url, token, theme, width })
    }
  }
} finally {
  await browser.close()
  await shop.stop()
}
console.log(`${Object.keys(pages).length * widths.length * themes.length} pictures in shots/`)
