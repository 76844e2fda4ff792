import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { DetailedItem } from '#contract/items.ts'
import { offerOf } from '#domain/stock.ts'
import { type Screen, settle } from '../../../../tests/helpers/web/screen.ts'
import { show } from '../../../../tests/helpers/web/show.tsx'
import { tray } from '../../../../tests/helpers/web/test-data.ts'
import { ItemAbout } from './item-facts.tsx'
import { ItemStage } from './item-stage.tsx'

const offer = offerOf(tray)

const views = ['/pictures/desk-tray-detail-960.webp', '/pictures/desk-tray-in-use-960.webp']

/** Each picture is 100 wide, because happy-dom has no layout. */
async function stageOf(t: TestContext, item: DetailedItem): Promise<Screen> {
  const page = await show(t, <ItemStage item={offerOf(item)} />)
  const track = page.one('.stage-track')
  const sizes = { clientWidth: 100, scrollWidth: 100 * track.children.length }
  for (const [name, value] of Object.entries(sizes)) Object.defineProperty(track, name, { value })
  track.getBoundingClientRect = () => ({ left: 0, top: 0, width: 100, height: 75 }) as DOMRect
  for (const [index, view] of [...track.children].entries())
    view.getBoundingClientRect = () => ({ left: index * 100 }) as DOMRect
  track.scrollTo = (({ left }: { left: number }) => {
    track.scrollLeft = left
    track.dispatchEvent(new Event('scroll'))
  }) as never
  return page
}

const current = (page: Screen) =>
  page.all('.stage-thumbnails button').findIndex(button => button.getAttribute('aria-current') === 'true') + 1

async function key(page: Screen, name: string): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
  page.one('.stage-track').dispatchEvent(event)
  await settle()
  return event.defaultPrevented
}

test('every picture appears once, the first named after the item; thumbnails and arrow keys select them', async t => {
  const page = await stageOf(t, { ...tray, pictures: [...views, tray.photoUrl] })
  assert.deepEqual(
    page.all('.stage-track img').map(picture => picture.getAttribute('alt')),
    [tray.name, 'Another view, 2 of 3', 'Another view, 3 of 3'],
  )
  assert.equal(page.one('.stage-track').tabIndex, 0)
  await page.press('Show view 3 of 3')
  assert.equal(current(page), 3)
  for (const [name, next] of [
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['ArrowLeft', 1],
    ['ArrowLeft', 3],
  ] as const) {
    assert.equal(await key(page, name), true)
    assert.equal(current(page), next)
  }
  assert.equal(await key(page, 'ArrowDown'), false, 'the page still scrolls')
})

test('a single picture has no thumbnails, and can be zoomed', async t => {
  const page = await stageOf(t, tray)
  assert.deepEqual(page.all('.stage-thumbnails'), [])
  await page.press('Zoom')
  assert.equal(page.button('Zoom').getAttribute('aria-pressed'), 'true')
  await page.press('Zoom')
  assert.equal(page.button('Zoom').getAttribute('aria-pressed'), 'false')
})

/** Fails if the arrow keys switch pictures while one is zoomed. */
test('while zoomed, the pointer and the arrow keys pan the picture', async t => {
  const page = await stageOf(t, { ...tray, pictures: views })
  const track = page.one('.stage-track')
  const part = () => ['--zoom-x', '--zoom-y'].map(name => track.style.getPropertyValue(name))
  const move = (clientX: number, clientY: number) =>
    track.dispatchEvent(new MouseEvent('pointermove', { bubbles: true, clientX, clientY }))
  move(10, 10)
  assert.deepEqual(part(), ['', ''], 'not before')
  await page.press('Zoom')
  assert.deepEqual(part(), ['50%', '50%'])
  move(25, 75)
  assert.deepEqual(part(), ['25%', '100%'])
  for (const name of ['ArrowLeft', 'ArrowLeft', 'ArrowUp']) assert.equal(await key(page, name), true)
  assert.deepEqual(part(), ['0%', '80%'])
  assert.equal(current(page), 1)
  await page.press('Show view 2 of 3')
  assert.deepEqual([current(page), track.hasAttribute('data-zoomed')], [2, false])
  await page.press('Zoom')
  await key(page, 'Escape')
  assert.equal(track.hasAttribute('data-zoomed'), false)
})

test('the details of an item are a table of those that are filled in', async t => {
  const page = await show(t, <ItemAbout item={{ ...offer, materials: 'Oak', care: 'Oil it.' }} />)
  assert.deepEqual(page.words('.item-table > div'), ['MaterialsOak', 'CareOil it.'])
  const plain = await show(t, <ItemAbout item={offer} />)
  assert.deepEqual([plain.all('.item-table'), plain.text], [[], tray.description])
})
