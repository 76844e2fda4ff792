import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Item } from '#contract/items.ts'
import { json, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ann, as, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const list = 'GET /api/items'

/** An item with this number; the tray has number 1. */
const numbered = (number: number): Item => ({
  ...tray,
  _id: tray._id.replace(/1$/, String(number)),
  name: `Item ${number}`,
})

const items = (count: number): Item[] => Array.from({ length: count }, (_, index) => numbered(index + 2))

const withFamilies = (...families: string[]): Network => as(ann).on('GET /api/families', () => json(families))

async function catalogue(t: TestContext, net: Network, path = '/items'): Promise<Visit> {
  const page = await visit(t, path, net)
  await page.until(() => page.net.to(list).length > 0)
  await settle()
  return page
}

const links = (page: Visit) =>
  page
    .all<HTMLAnchorElement>('.family-links a')
    .map(link => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])

test('links narrow the list down to a family and keep the other filters', async t => {
  const page = await catalogue(t, withFamilies('Desk', 'Tea & rest'), '/items?sort=price')
  assert.deepEqual(links(page), [
    ['All items', '/items?sort=price', 'true'],
    ['Desk', '/items?sort=price&family=Desk', null],
    ['Tea & rest', '/items?sort=price&family=Tea+%26+rest', null],
  ])
  await page.press('Tea & rest')
  assert.deepEqual(page.net.to(list).at(-1)?.query, { limit: '12', sort: 'price', family: 'Tea & rest' })
  assert.equal(page.one('.family-links [aria-current]').textContent, 'Tea & rest')
  await page.press('All items')
  assert.equal(page.at(), '/items?sort=price')
})

for (const [what, answer] of [
  ['a single family', () => json(['Desk'])],
  ['a failed call', () => refusal('too_many_requests')],
] as const)
  test(`the list has no links for ${what}`, async t => {
    const page = await catalogue(t, as(ann).on('GET /api/families', answer))
    await page.until(() => page.all('.item-card').length === 1)
    assert.deepEqual(links(page), [])
  })

test('a family without items says so and leads back to all of them', async t => {
  const net = withFamilies('Desk', 'Kitchen').on(list, ({ query }) => json(query.family ? [] : [tray]))
  const page = await catalogue(t, net, '/items?family=Garage')
  await page.until(() => page.text.includes('We have nothing in “Garage”.'))
  await page.press('Show all items')
  await page.until(() => page.all('.item-card').length === 1)
})

test('a wide picture stands after six cards that others follow, unless the list is filtered', async t => {
  const net = withFamilies().on(list, () => json(items(7)))
  const page = await catalogue(t, net)
  const places = () => [...page.one('.item-grid').children].map(one => one.className)
  assert.equal(places().indexOf('wide-picture'), 6)
  assert.equal(page.one<HTMLAnchorElement>('.wide-picture a').getAttribute('href'), '/items?family=Kitchen')
  assert.equal(page.all('.wide-picture :is(article, h1, h2)').length, 0)
  await page.go('/items?inStock=true')
  assert.equal(page.all('.wide-picture').length, 0)
})

test('no wide picture stands at the end', async t => {
  const page = await catalogue(
    t,
    withFamilies().on(list, () => json(items(6))),
  )
  await page.until(() => page.all('.item-card').length === 6)
  assert.equal(page.all('.wide-picture').length, 0)
})

/** Fails if every visitor loads the second views, or a finger on a card does. */
test('a card loads its second view when a mouse comes to it', async t => {
  const secondPicture = '/pictures/desk-clock-in-use-960.webp'
  const net = withFamilies().on(list, () => json([{ ...tray, secondPicture }, numbered(2)]))
  const page = await catalogue(t, net)
  const [first, plain] = page.all('.item-card')
  const enter = async (card: HTMLElement | undefined, pointerType: string) => {
    const event = new window.PointerEvent('pointerover', { bubbles: true, pointerType })
    card?.dispatchEvent(event)
    await settle()
    return page.all('.second-view').map(picture => picture.getAttribute('src'))
  }
  assert.deepEqual(await enter(first, 'touch'), [])
  assert.deepEqual(await enter(plain, 'mouse'), [])
  assert.deepEqual(await enter(first, 'mouse'), [secondPicture])
})

const related = async (t: TestContext, family: string, answers: Network): Promise<[Visit, string[]]> => {
  const net = answers.on(`GET /api/items/${tray._id}`, () => json({ ...tray, family }))
  const page = await visit(t, `/items/${tray._id}`, net)
  await page.until(() => page.net.to(list).length > 0)
  await settle()
  return [page, page.words('.related-items a')]
}

test('up to three items of the family go with an item, then the newest ones, never the item itself', async t => {
  const desk = [tray, numbered(5)]
  const net = as(ann).on(list, ({ query }) =>
    json(query.family ? desk : [numbered(2), numbered(5), tray, numbered(3), numbered(4)]),
  )
  const [page, names] = await related(t, 'Desk', net)
  assert.deepEqual(names, ['Item 5, $1.10', 'Item 2, $1.10', 'Item 3, $1.10'])
  assert.match(page.text, /Goes with it/)
  assert.deepEqual(
    page.net.to(list).map(({ query }) => query),
    [{ limit: '4', family: 'Desk' }, { limit: '6' }],
  )
})

test('a large family is enough, and an item without one goes with the newest', async t => {
  const [large, ofFamily] = await related(
    t,
    'Desk',
    as(ann).on(list, () => json([...items(3), tray])),
  )
  assert.deepEqual(ofFamily, ['Item 2, $1.10', 'Item 3, $1.10', 'Item 4, $1.10'])
  assert.equal(large.net.to(list).length, 1)
})

for (const [what, answer] of [
  ['an item that is alone', () => json([tray])],
  ['a failed call', () => refusal('too_many_requests')],
] as const)
  test(`nothing goes with ${what}`, async t => {
    const [page, names] = await related(t, '', as(ann).on(list, answer))
    assert.deepEqual(names, [])
    assert.doesNotMatch(page.text, /Goes with it/)
  })
