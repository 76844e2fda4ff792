import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { emptyContent } from '../src/contract/shop-content.ts'
import { lookCss } from '../src/web/ui/look.ts'
import { violationsOf } from '../tests/helpers/axe.ts'
import { allowErrors, clearSession, expect, type People, signIn, test } from './spec/fixtures.ts'
import { anOrder, goods } from './spec/test-data.ts'

/** Yellow, black, white, neon and other colors that are hard to read on some ground. */
const [saved, ...others] = [
  '#ffeb00',
  '#000000',
  '#ffffff',
  '#39ff14',
  '#ff00ff',
  '#00ffff',
  '#ff6600',
  '#808080',
  '#1f3a93',
  '#7b1e3a',
  '#c9a227',
  '#9bd1ff',
] as const

/** Every page, and what opens above one, by who reads it. `seen` is there once all is loaded. */
const pages = {
  visitor: [
    { path: '/', seen: 'Our Team' },
    { path: '/login', seen: 'Login' },
    { path: '/signup', seen: 'Signup' },
    { path: '/team', seen: 'Ida Moreau' },
    { path: '/portfolio', seen: 'JavaScript' },
    { path: '/starRating', seen: 'Rating' },
    { path: '/login?forgot=password', seen: 'Forgot' },
    { path: '/no/such/page', seen: 'home' },
  ],
  user: [
    { path: '/items', seen: 'Dome Desk Lamp' },
    { path: `/items/${goods.tray}`, seen: 'Oak Desk Tray' },
    { path: '/dashboard', seen: 'My Profile' },
    { path: '/dashboard/myReview', seen: 'Add a Review' },
  ],
  admin: [
    { path: '/dashboard/allUsers', seen: '@' },
    { path: '/dashboard/addItem', seen: 'Add a Item' },
    { path: '/dashboard/manageItems', seen: 'Dome Desk Lamp' },
    { path: '/dashboard/manageAllOrders', seen: 'As a table' },
    { path: `/dashboard/manageItems?item=${goods.tray}`, seen: 'Edit item' },
    { path: '/dashboard/manageItems?panel=shop', seen: 'Shop name' },
  ],
} as const

const themes = ['light', 'dark'] as const

const looks = others.map(accent => ({ accent, css: lookCss({ ...emptyContent('Atelier'), accent }) }))

/**
 * Paints each accent color and theme over the open page, as a shop that has chosen it does, and lists the texts that
 * cannot be read. It happens inside of the page, because hundreds of ways there and back would take most of the time. Of
 * long lists, six rows are enough.
 */
const unreadable = (page: Page, inside: string): Promise<string[]> =>
  page.evaluate(
    async ({ looks, themes, inside }) => {
      const { run }: typeof axe = Reflect.get(window, 'axe')
      const [sheet, still] = [new CSSStyleSheet(), new CSSStyleSheet()]
      still.replaceSync(`
        *, ::before, ::after { transition: none !important; animation: none !important }
        tbody > tr:nth-child(n + 7), main li:nth-child(n + 7) { display: none }`)
      document.adoptedStyleSheets = [sheet, still]
      const found: string[] = []
      for (const { accent, css } of looks)
        for (const theme of themes) {
          sheet.replaceSync(css)
          document.documentElement.dataset.theme = theme
          const { violations } = await run(inside, {
            resultTypes: ['violations'],
            runOnly: ['color-contrast'],
            elementRef: false,
            iframes: false,
          })
          for (const { nodes } of violations) found.push(`${accent}, ${theme}: ${nodes[0]?.html}`)
        }
      return found
    },
    { looks, themes, inside },
  )

async function expectReadable(page: Page, path: string, seen: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByText(seen).or(page.getByLabel(seen)).filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const inside = (await page.locator('dialog:modal').count()) > 0 ? 'dialog:modal' : 'html'
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect
      .soft(await violationsOf(page, { inside, outside: 'iframe' }), `${path}, ${saved}, ${colorScheme}`)
      .toEqual([])
  }
  // Header, menu and footer are the same on every page.
  const part = path === '/' || inside !== 'html' ? inside : 'main'
  expect.soft(await unreadable(page, part), path).toEqual([])
}

/** Changes the accent of the shop by the call that the panel makes; returns the call that takes it back. */
async function saveAccent({ admin }: People, accent: string): Promise<() => Promise<unknown>> {
  const { version, content } = await (await admin.call('GET', '/shopContent')).json()
  const answer = await admin.call('PUT', '/shopContent', { version, content: { ...content, accent } })
  const next = await answer.json()
  return () => admin.call('POST', '/shopContent/undo', { version: next.version })
}

const title = (path: string) => `every accent color can be read in both themes: ${path}`

// A test for each page: on a busy machine hundreds of paintings take minutes.
for (const reader of ['visitor', 'user', 'admin'] as const)
  for (const { path, seen } of pages[reader])
    test(title(path), async ({ page, people, consoleErrors }) => {
      test.slow()
      const takeBack = await saveAccent(people, saved)
      try {
        await clearSession(page)
        if (reader !== 'visitor') await signIn(page, people[reader])
        await expectReadable(page, path, seen)
      } finally {
        await takeBack()
      }
      // The not-found page responds with 404, which the browser logs.
      if (path === '/no/such/page') allowErrors(consoleErrors, /status of 404/)
    })

for (const path of [() => '/dashboard/myOrder', (id: string) => `/dashboard/payment/${id}`])
  test(title(path('…')), async ({ page, people }) => {
    test.slow()
    const takeBack = await saveAccent(people, saved)
    const { _id: id } = await anOrder(people, people.user)
    try {
      await signIn(page, people.user)
      await expectReadable(page, path(id), 'Pay')
    } finally {
      await people.user.call('DELETE', `/myBooking/${id}`)
      await takeBack()
    }
  })
