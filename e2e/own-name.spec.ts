import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ownNode } from '../scripts/bootstrap/own-node.mjs'
import { programEnvironment } from '../tests/helpers/program-environment.ts'
import { signUp } from './shop.ts'
import { expect, test } from './spec/fixtures.ts'

const demoWords = /tuckshop|Henrik|Aalto|Ida Moreau/i

/** Names of the software, as other programs read them. */
const identifiers = /\b(__Host-)?tuckshop_[a-z_]+/g

const pages = ['/', '/items', '/login', '/signup', '/starRating', '/team', '/portfolio', '/no/such/page']
const files = [
  '/manifest.webmanifest',
  '/icon.svg',
  '/robots.txt',
  '/sitemap.xml',
  '/api',
  '/api/openapi.json',
] as const

/** Everything that a visitor, a browser or a search engine reads, as the built shop sends it. */
test('a live shop of somebody else never says Tuckshop', async ({ openShop }) => {
  const settings = {
    SHOP_MODE: 'live',
    SHOP_NAME: 'Atelier Lumière',
    SHOP_ADDRESS: '3 Rue Neuve',
    SHOP_TAX_ID: 'FR 0123',
  }
  const { shop, page } = await openShop(settings)
  expect(shop.log()).toContain('Atelier Lumière is open at')
  const { email } = await signUp(page)
  await promisify(execFile)(ownNode, ['scripts/admin.ts', 'grant', email], {
    env: { ...programEnvironment, ...settings, ...shop.environment },
  })
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const headers = { authorization: `Bearer ${token}` }
  const tray = { name: 'Oak Tray', description: 'x', price: 5, availableQuantity: 5, mustQuantity: 1 }
  const data = { ...tray, photoUrl: '/pictures/oak-desk-tray-960.webp' }
  const { _id } = await (await page.request.post('/api/addItem', { headers, data })).json()
  const { version, content } = await (await page.request.get('/api/shopContent', { headers })).json()
  const team = [{ name: 'Camille Roux', role: '', bio: '', picture: null }]
  const saved = await page.request.put('/api/shopContent', {
    headers,
    data: { version, content: { ...content, team } },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  await expect.poll(async () => (await page.request.get('/team')).status()).toBe(200)
  for (const path of [...pages, `/items/${_id}`, ...files]) {
    const answer = await page.request.get(path)
    const text = await answer.text()
    const sent = JSON.stringify(answer.headers()) + text
    expect(sent.replace(identifiers, '').match(demoWords), path).toBeNull()
    // What only documents, emails and admins need.
    for (const hidden of ['3 Rue Neuve', 'FR 0123', email])
      expect(sent.includes(hidden), `${path}: ${hidden}`).toBe(false)
    if (pages.includes(path)) expect(text.match(/<title>([^<]*)/)?.[1], path).toContain('Atelier Lumière')
  }
  const left = await (await page.request.get('/portfolio')).text()
  expect(left).toContain('<meta name="robots" content="noindex"/>')
  expect(left.match(/og:|rel="canonical"|Portfolio ·/g)).toBeNull()
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  expect([sitemap.includes('/team<'), sitemap.includes('/portfolio<')]).toEqual([true, false])
  const structured = await (await page.request.get('/')).text()
  expect(structured).toMatch(/"@type":"Store","name":"Atelier Lumière"/)
  const manifest = await (await page.request.get('/manifest.webmanifest')).json()
  expect([manifest.name, manifest.short_name]).toEqual(['Atelier Lumière', 'Atelier Lumière'])
  for (const path of [
    '/icon-192.png',
    '/icon-512.png',
    '/favicon.ico',
    '/apple-touch-icon.png',
    '/share.jpg',
  ])
    expect((await page.request.get(path)).status(), path).toBe(200)
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Atelier Lumière, to the home page' }).first()).toBeVisible()
  const bodyText = () => page.locator('body').innerText()
  expect((await bodyText()).match(demoWords)).toBeNull()
  for (const path of ['/dashboard', '/dashboard/manageItems?panel=shop']) {
    await page.goto(path)
    await expect(page.getByRole('link', { name: 'Manage Items' })).toBeVisible()
    if (path.includes('panel')) await expect(page.getByLabel('Business address')).toHaveValue('3 Rue Neuve')
    expect((await bodyText()).match(demoWords), path).toBeNull()
  }
})
