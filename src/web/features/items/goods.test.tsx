import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Item } from '#contract/items.ts'
import type { Review } from '#contract/reviews.ts'
import { emptyContent, type ShopContent } from '#contract/shop-content.ts'
import { json, type Network, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { ann, as, asVisitor, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const one = `GET /api/items/${tray._id}`
const alert = `/api/items/${tray._id}/notify`
const soldOut = { ...tray, availableQuantity: 1 }
const review: Review = {
  _id: ann.uid,
  name: 'Ann',
  comment: 'Good.',
  starRating: 4,
  itemId: tray._id,
  verified: true,
  createdAt: '2026-11-15T09:30:00.000Z',
  answer: 'Thank you.',
  hidden: false,
}

async function cardOf(t: TestContext, item: Item): Promise<Visit> {
  const page = await visit(
    t,
    '/items',
    as(ann).on('GET /api/items', () => json([item])),
  )
  await page.until(() => page.all('.item-card').length === 1)
  return page
}

async function itemPage(t: TestContext, net: Network): Promise<Visit> {
  const page = await visit(t, `/items/${tray._id}`, net)
  await page.until(() => page.control('ORDER NOW'))
  return page
}

test('a card has two links: one for picture and title, and the spec’s button', async t => {
  const page = await cardOf(t, tray)
  const links = page.all<HTMLAnchorElement>('.item-card a')
  assert.deepEqual(
    links.map(link => [link.textContent, link.getAttribute('href')]),
    [
      ['Oak Desk Tray', `/items/${tray._id}`],
      ['ORDER NOW: Oak Desk Tray', `/items/${tray._id}`],
    ],
  )
  assert.ok(links[0]?.closest('.relative')?.querySelector('img'), 'the link lies over the picture')
})

test('a card without stars, minimum or low stock does not mention them', async t => {
  const page = await cardOf(t, { ...tray, mustQuantity: 1 })
  assert.doesNotMatch(page.text, /from \d|left|Sold out|review/)
})

test('a card shows the price as the spec writes it, the stars and the minimum', async t => {
  const page = await cardOf(t, { ...tray, price: 34, stars: 4.3, reviewCount: 3 })
  assert.match(page.text, /\$34.*3 reviews.*from 2/)
  assert.equal(page.one('.item-card .stars').getAttribute('aria-label'), '4.3 out of 5 stars')
  assert.equal(page.all('.item-card .star[data-lit=true]').length, 4)
})

test('a card says when few are left', async t => {
  const page = await cardOf(t, { ...tray, availableQuantity: 5 })
  assert.match(page.text, /only 5 left/)
  assert.doesNotMatch(page.text, /Sold out/)
})

test('a card is sold out when fewer than the minimum are left', async t => {
  const page = await cardOf(t, soldOut)
  assert.match(page.text, /Sold out/)
  assert.doesNotMatch(page.text, /only 1 left/)
  assert.equal(page.one('.item-card').dataset.shelf, 'sold_out')
})

test('a sold-out item keeps its form, and an email can be requested and canceled', async t => {
  let asked = false
  const net = as(ann)
    .on(one, () => json(soldOut))
    .on(`GET ${alert}`, () => json({ asked }))
    .on(`POST ${alert}`, () => {
      asked = true
      return json({ asked }, 201)
    })
    .on(`DELETE ${alert}`, () => {
      asked = false
      return nothing()
    })
  const page = await itemPage(t, net)
  await page.until(() => page.control('Email me when it is back'))
  assert.ok(page.one('.dim-form input[name=quantity]'))
  await page.press('Email me when it is back')
  await page.until(() => page.control('Do not email me'))
  assert.match(page.text, /We will email you when it is back/)
  await page.press('Do not email me')
  await page.until(() => page.control('Email me when it is back'))
  assert.deepEqual([net.to(`POST ${alert}`).length, net.to(`DELETE ${alert}`).length], [1, 1])
})

test('a shop without cards says before ordering how one pays', async t => {
  const sentenceWith = async (content: Partial<ShopContent>) => {
    const net = as(ann).on(one, () => json(tray))
    const shop = { takesCards: false, content: { ...emptyContent('Atelier'), ...content } }
    const page = await visit(t, `/items/${tray._id}`, net, shop)
    await page.until(() => page.control('ORDER NOW'))
    return page.text
  }
  assert.match(await sentenceWith({ transfer: { text: 'IBAN', days: 7 } }), /You pay by bank transfer\./)
  assert.match(await sentenceWith({}), /This shop takes no payments online\. The shop tells you how to pay\./)
  const contact = 'Call 555 0100.'
  assert.match(await sentenceWith({ contact }), /This shop takes no payments online\. Call 555 0100\./)
})

test('a shop with cards says nothing about it', async t => {
  const net = as(ann).on(one, () => json(tray))
  const shop = { takesCards: true, content: { ...emptyContent('Atelier'), transfer: { text: 'x', days: 7 } } }
  const page = await visit(t, `/items/${tray._id}`, net, shop)
  await page.until(() => page.control('ORDER NOW'))
  assert.doesNotMatch(page.text, /bank transfer|online/)
})

test('a shop without email offers none', async t => {
  const off = as(ann)
    .on(one, () => json(soldOut))
    .on(`GET ${alert}`, () => refusal('feature_off'))
  const page = await itemPage(t, off)
  await page.until(() => off.to(`GET ${alert}`).length === 1)
  assert.match(page.text, /Sold out at the moment\./)
  assert.equal(page.control('Email me when it is back'), undefined)
})

test('an item in stock offers no email', async t => {
  const page = await itemPage(t, as(ann))
  assert.doesNotMatch(page.text, /Sold out/)
  assert.deepEqual(page.net.to(`GET ${alert}`), [])
})

/** Fails if opening the link is enough: an email scanner would cancel the alert. */
test('the link in an email asks before it changes anything', async t => {
  const secret = 'x'.repeat(43)
  const stop = 'POST /api/notify/stop'
  const page = await visit(t, `/?stop=${secret}`, asVisitor().on(stop, nothing))
  await page.until(() => page.control('Do not email me'))
  assert.deepEqual(page.net.to(stop), [])
  await page.press('Do not email me')
  assert.deepEqual(page.net.to(stop)[0]?.body, { secret })
  await page.until(() => page.at() === '/')
  assert.equal(page.control('Do not email me'), undefined)
})

test('an item’s page shows its reviews, which of them are verified, and the shop’s answers', async t => {
  const net = as(ann).on('GET /api/reviews', ({ query }) => json(query.itemId === tray._id ? [review] : []))
  const page = await itemPage(t, net)
  await page.until(() => page.words('section[aria-labelledby=reviews] li').length === 1)
  assert.match(page.words('section[aria-labelledby=reviews] li')[0] ?? '', /^AnnVerified buyer.*2026.*Good\./)
  assert.match(page.text, /Reply from Tuckshop ?Thank you\./)
  const link = page.control('Write a review', 'a')
  assert.equal(link?.getAttribute('href'), `/dashboard/myReview?item=${tray._id}`)
})

test('an item without reviews says so', async t => {
  const page = await itemPage(t, as(ann))
  await page.until(() => /Nobody has reviewed this item yet\./.test(page.text))
})
