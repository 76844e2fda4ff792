import assert from 'node:assert/strict'
import type { TestContext } from 'vitest'
import { emptyContent, type SavedVersion, type ShopContent } from '#contract/shop-content.ts'
import { json, type Network } from './network.ts'
import { settle } from './screen.ts'
import { ada, as } from './test-data.ts'
import { type Visit, visit } from './visit.tsx'

export const [saveCall, undoCall] = ['PUT /api/shopContent', 'POST /api/shopContent/undo']

export const id = '0123456789abcdef0123456789abcdef'
export const [oldPicture, newPicture] = [`/images/${id}-800x600.webp`, `/images/${id}-1200x300.webp`]

export const version = (content: Partial<ShopContent>, number = 2): SavedVersion => ({
  version: number,
  content: { ...emptyContent('Atelier'), ...content },
  savedAt: '2026-11-01T10:00:00.000Z',
  savedBy: null,
  canUndo: true,
})

export const banner = (title: string): ShopContent['banners'][number] => ({
  picture: oldPicture,
  focusX: 50,
  focusY: 50,
  title,
  text: '',
  link: '',
  to: '/items',
})

export const owner = (content: Partial<ShopContent> = {}): Network =>
  as(ada)
    .on('GET /api/newsletter', () => json({ count: 0, canSubscribe: true }))
    .on('GET /api/shopContent', () => json(version(content)))
    .on(saveCall, ({ body }) => json(version((body as { content: ShopContent }).content, 3)))

export async function opened(t: TestContext, net: Network, section = 'Home page'): Promise<Visit> {
  const page = await visit(t, '/dashboard/manageItems?panel=shop', net)
  await page.until(() => page.all('.shop-form').length > 0 && page.field('Shop name'))
  await page.press(section)
  return page
}

export async function toggle(page: Visit, name: string): Promise<void> {
  page.one<HTMLInputElement>(`input[type=checkbox][name="${name}"]`).click()
  await settle()
}

const file = new File(['x'], 'x.png', { type: 'image/png' })

export async function choose(page: Visit, name: string, chosen = file): Promise<void> {
  const input = page.one(`input[type=file][name="${name}"]`)
  Object.defineProperty(input, 'files', { configurable: true, value: [chosen] })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await settle()
}

export const sent = (page: Visit): ShopContent[] =>
  page.net.to(saveCall).map(({ body }) => (body as { content: ShopContent }).content)

export async function saved(page: Visit): Promise<ShopContent> {
  const before = sent(page).length
  await page.press('Save')
  await page.until(() => sent(page).length > before)
  await settle()
  return sent(page).at(-1) ?? assert.fail('Nothing was saved')
}
