import assert from 'node:assert/strict'
import type { DetailedItem } from '#contract/items.ts'
import type { SavedVersion } from '#contract/shop-content.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { importFile } from '../../../../tests/helpers/item-file.ts'
import { newAdmin, onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'

const standard = { name: 'Standard', percent: 20, from: '2026-01-01' }
const reduced = { name: 'Reduced', percent: 5.5, from: '2026-01-01' }

async function enter(admin: Customer, taxRates: readonly unknown[]) {
  const { version, content } = (await admin.call('GET', '/api/shopContent')).json<SavedVersion>()
  return admin.call('PUT', '/api/shopContent', { version, content: { ...content, taxRates } })
}

onSqlite('each mistake in the tax rates is explained at its field', async shop => {
  const admin = await newAdmin(shop)
  const outside = 'Enter 0 to 100.'
  const mistakes: [rates: unknown[], field: string, sentence: string][] = [
    [[{ ...standard, percent: 300 }], 'percent', outside],
    [[{ ...standard, percent: -1 }], 'percent', outside],
    [[{ ...standard, percent: null }], 'percent', outside],
    [[{ ...standard, percent: 5.5555 }], 'percent', 'Enter a number with at most three decimals.'],
    [[{ ...standard, name: ' ' }], 'name', 'Enter a name.'],
    [[{ ...standard, from: '' }], 'from', 'Enter a date such as 2026-11-15.'],
    [[{ ...standard, from: '2026-02-30' }], 'from', 'Enter a date such as 2026-11-15.'],
  ]
  for (const [rates, field, sentence] of mistakes) {
    const answer = await enter(admin, rates)
    assert.equal(answer.statusCode, 400, answer.body)
    assert.deepEqual(answer.json().fields, { [`content.taxRates.0.${field}`]: sentence })
  }
  const twice = await enter(admin, [standard, reduced, { ...standard, percent: 21 }])
  assert.deepEqual(twice.json().fields, {
    'content.taxRates.2.name': 'There are two rates ‘Standard’ from the same day.',
  })
  const spelled = await enter(admin, [standard, { ...standard, name: 'standard', from: '2026-02-01' }])
  assert.deepEqual(spelled.json().fields, {
    'content.taxRates.1.name': 'Write ‘Standard’ as above, or choose another name.',
  })
  assert.equal((await enter(admin, Array(25).fill(standard))).statusCode, 400)
  assert.equal((await enter(admin, [standard, reduced, { ...standard, from: '2027-01-01' }])).statusCode, 200)
})

/** Fails if the items of a rate that was taken out would silently have another. */
onBothEngines('a rate that items have stays', async shop => {
  const admin = await newAdmin(shop)
  assert.equal((await enter(admin, [standard, reduced])).statusCode, 200)
  const books = [await shop.item(), await shop.item()]
  for (const book of books) assert.equal((await change(admin, book, { tax: 'Reduced' })).statusCode, 200)
  for (const rates of [[standard], [], [standard, { ...reduced, name: 'Low' }]]) {
    const refused = await enter(admin, rates)
    assert.equal(refused.statusCode, 400, refused.body)
    assert.deepEqual(refused.json().fields, {
      'content.taxRates': '2 items have the tax rate ‘Reduced’. Choose another rate for them first.',
    })
  }
  const [first, second] = books
  assert.equal((await change(admin, first, { tax: '' })).statusCode, 200)
  assert.match((await enter(admin, [standard])).json().detail, /^One item has/)
  assert.equal((await admin.call('DELETE', `/api/item/${second?._id}`)).statusCode, 204)
  assert.equal((await enter(admin, [standard])).statusCode, 200)
})

const change = async (admin: Customer, item: { _id: string } | undefined, changes: object) => {
  const { version } = (await admin.call('GET', `/api/item/${item?._id}`)).json<{ version: number }>()
  return admin.call('PATCH', `/api/item/${item?._id}`, { version, ...changes })
}

onBothEngines('an item has a rate of the shop, or the first', async shop => {
  const admin = await newAdmin(shop)
  const book = await shop.item({ name: 'Book' })
  const none = 'Your shop has no tax rates. Add them under Your shop, Selling.'
  assert.deepEqual((await change(admin, book, { tax: 'Reduced' })).json().fields, { tax: none })
  await enter(admin, [standard, reduced])
  assert.equal((await change(admin, book, { tax: 'Reduced' })).statusCode, 200)
  const shown = (await shop.call({ url: `/api/items/${book._id}` })).json<DetailedItem>()
  assert.equal(shown.tax, 'Reduced')
  const unknown = 'There is no tax rate ‘Zero’. Choose ‘Standard’ or ‘Reduced’.'
  assert.deepEqual((await change(admin, book, { tax: 'Zero' })).json().fields, { tax: unknown })
  const imported = await importFile(admin, `_id,tax\n${book._id},Zero`)
  assert.deepEqual(imported.json().faults, [{ line: 2, message: unknown }])
  const added = await importFile(
    admin,
    `name,description,price,availableQuantity,mustQuantity,photoUrl,tax\nPen,Blue,2,5,1,/pictures/x.webp,Zero`,
  )
  assert.deepEqual(added.json().faults, [{ line: 2, message: unknown }])
  const { deps } = shop
  await deps.db.write(tx => tx.updateTable('items').set({ tax: 'Gone' }).where('id', '=', book._id).execute())
  const kept = await importFile(admin, `_id,name,tax\n${book._id},Old book,Gone`)
  assert.equal(kept.statusCode, 200, kept.body)
  const again = await importFile(admin, `_id,tax\n${book._id},Standard`)
  assert.equal(again.statusCode, 200, again.body)
  assert.equal((await shop.call({ url: `/api/items/${book._id}` })).json<DetailedItem>().tax, 'Standard')
})
