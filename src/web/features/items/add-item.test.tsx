import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { NewItem } from '#contract/items.ts'
import { held, json, lost, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const upload = 'POST /api/images'
const add = 'POST /api/addItem'
const url = '/images/0123456789abcdef0123456789abcdef-960.webp'

const open = (): Network =>
  as(ada)
    .on(upload, () => json({ data: { display_url: url } }, 201))
    .on(add, () => json(tray, 201))

async function adding(t: TestContext, net = open()): Promise<Visit> {
  const page = await visit(t, '/dashboard/addItem', net)
  await page.until(() => page.control('ADD ITEM'))
  return page
}

const validItem = {
  Name: 'Cherry Spoon',
  Description: 'One piece of cherry.',
  Quantity: '9',
  'Must quantity': '2',
  'Price ($)': '12.50',
}

const png = (name = 'spoon.png', type = 'image/png', content = 'x') => new File([content], name, { type })

async function choose(page: Visit, ...files: File[]): Promise<void> {
  const input = page.field('Image')
  Object.defineProperty(input, 'files', { configurable: true, value: files })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await settle()
}

async function send(page: Visit): Promise<void> {
  await page.press('ADD ITEM')
  await settle()
}

test('missing fields show the spec’s sentences', async t => {
  const page = await adding(t)
  await send(page)
  assert.deepEqual(
    [...Object.keys(validItem), 'Image'].map(label => page.complaint(label)),
    [
      'Name is required',
      'Description is required',
      'Quantity is required',
      'Must quantity is required',
      'Price is required',
      'Image is required',
    ],
  )
  assert.equal(page.net.to(upload).length + page.net.to(add).length, 0)
})

test('only the first picture is uploaded, then the item is posted with its URL and its numbers', async t => {
  const page = await adding(t)
  await page.fill(validItem)
  await choose(page, png('first.png'), png('second.png'))
  await send(page)
  const form = page.net.to(upload)[0]?.body
  assert.equal(form instanceof FormData && (form.get('image') as File).name, 'first.png')
  assert.deepEqual(page.net.to(add)[0]?.body, {
    name: 'Cherry Spoon',
    description: 'One piece of cherry.',
    availableQuantity: 9,
    mustQuantity: 2,
    price: 12.5,
    photoUrl: url,
  })
  const calls = page.net.asked.map(({ call }) => call)
  assert.ok(calls.indexOf(upload) < calls.indexOf(add))
  assert.match(page.text, /Add Item success/)
  assert.equal(page.field('Name').value, '')
})

test('the optional details are sent, and the form is empty afterwards', async t => {
  const page = await adding(t)
  await page.fill({ ...validItem, Materials: 'Cherry', Care: ' ' })
  await choose(page, png())
  const input = page.field('More pictures')
  Object.defineProperty(input, 'files', { configurable: true, value: [png('close.png')] })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await page.until(() => page.all('.further-pictures img').length === 1)
  await send(page)
  const sent = page.net.to(add)[0]?.body as Partial<NewItem> | undefined
  assert.deepEqual([sent?.materials, sent?.pictures], ['Cherry', [url]])
  assert.deepEqual([sent?.size, sent?.care], [undefined, undefined], 'what is empty is not sent')
  await page.until(() => page.all('.further-pictures img').length === 0)
  assert.equal(page.field('Materials').value, '')
})

/** Fails if the form forgets the URL of an uploaded picture: one wrong number would cost another 10 MB. */
test('an uploaded picture is not sent again when the form is corrected', async t => {
  const refused = () => refusal('bad_input', { fields: { name: 'Too dull.' } })
  const page = await adding(
    t,
    open().on(add, refused, lost, () => json(tray, 201)),
  )
  await page.fill(validItem)
  await choose(page, png())
  await send(page)
  assert.equal(page.complaint('Name'), 'Too dull.')
  await page.type('Name', 'Brighter')
  await send(page)
  assert.match(page.text, /We could not reach the shop/)
  await send(page)
  assert.deepEqual([page.net.to(upload).length, page.net.to(add).length], [1, 3])
  const sent = page.net.to(add)[2]?.body as { photoUrl: string } | undefined
  assert.equal(sent?.photoUrl, url)
})

test('another picture is uploaded, and so is the picture of the next item', async t => {
  const page = await adding(
    t,
    open().on(add, lost, () => json(tray, 201)),
  )
  await page.fill(validItem)
  await choose(page, png('a.png'))
  await send(page)
  const chosen = png('b.png')
  await choose(page, chosen)
  await send(page)
  assert.equal(page.net.to(upload).length, 2)
  await page.fill(validItem)
  await choose(page, chosen)
  await send(page)
  assert.equal(page.net.to(upload).length, 3)
})

test('the picture has to be picked again after an item was added', async t => {
  const page = await adding(t)
  await page.fill(validItem)
  await choose(page, png())
  await send(page)
  await page.fill(validItem)
  await send(page)
  assert.equal(page.complaint('Image'), 'Image is required')
})

test('a refused picture shows its error under the field, and no item is added', async t => {
  for (const [answer, said] of [
    [() => refusal('unsupported_image', { detail: 'Not a picture.' }), 'Not a picture.'],
    [lost, 'We could not reach the shop. Please check your connection and try again.'],
  ] as const) {
    const page = await adding(t, open().on(upload, answer))
    await page.fill(validItem)
    await choose(page, png())
    await send(page)
    assert.equal(page.complaint('Image'), said)
    assert.equal(page.net.to(add).length, 0)
    document.body.replaceChildren()
  }
})

test('an error about the picture’s URL shows under the picture', async t => {
  const page = await adding(
    t,
    open().on(add, () => refusal('bad_input', { fields: { photoUrl: 'Not ours.' } })),
  )
  await page.fill(validItem)
  await choose(page, png())
  await send(page)
  assert.equal(page.complaint('Image'), 'Not ours.')
})

test('the progress of an upload is visible, and gone afterwards', async t => {
  const slow = held(() => json({ data: { display_url: url } }, 201))
  const page = await adding(t, open().on(upload, slow.answer))
  await page.fill(validItem)
  await choose(page, png())
  await send(page)
  assert.match(page.text, /Uploading the picture50 %/)
  slow.release()
  await page.until(() => /Add Item success/.test(page.text))
  assert.doesNotMatch(page.text, /Uploading/)
})

test('numbers have bounds, and a price may have cents', async t => {
  const page = await adding(t)
  await choose(page, png())
  for (const [label, value, said] of [
    ['Quantity', '1.5', 'Enter a whole number.'],
    ['Quantity', '1000001', 'Enter at most 1,000,000.'],
    ['Quantity', '-1', 'Enter at least 0.'],
    ['Must quantity', '0', 'Enter at least 1.'],
    ['Must quantity', '10', 'The must quantity cannot be more than the quantity.'],
    ['Price ($)', '1.005', 'Enter an amount with at most two decimals.'],
    ['Price ($)', '0', 'The price must be at least $0.01.'],
    ['Price ($)', '1000000.01', 'The price must be at most $1,000,000.'],
  ] as const) {
    await page.fill({ ...validItem, [label]: value })
    await page.press('ADD ITEM')
    assert.equal(page.complaint(label), said, `${label} ${value}`)
  }
  assert.equal(page.net.to(upload).length, 0)
})

test('a file that cannot be the picture is refused before it is sent', async t => {
  const page = await adding(t)
  await page.fill(validItem)
  const large = png()
  Object.defineProperty(large, 'size', { value: 10 * 1024 * 1024 + 1 })
  for (const [file, said] of [
    [png('a.gif', 'image/gif'), 'Choose a JPEG, PNG or WebP picture.'],
    [png('a.png', 'image/png', ''), 'This file is empty. Choose another picture.'],
    [large, 'This picture is 10.0 MB. Choose one of at most 10 MB.'],
  ] as const) {
    await choose(page, file)
    await page.press('ADD ITEM')
    assert.equal(page.complaint('Image'), said)
  }
  assert.equal(page.net.to(upload).length, 0)
})

test('the list of items is fetched again after an item was added', async t => {
  const page = await adding(t, open())
  await page.go('/dashboard/manageItems')
  await page.until(() => page.words('tbody tr').length === 1)
  await page.go('/dashboard/addItem')
  await page.fill(validItem)
  await choose(page, png())
  await send(page)
  const before = page.net.to('GET /api/item').length
  await page.go('/dashboard/manageItems')
  assert.equal(page.net.to('GET /api/item').length, before + 1)
})
