import assert from 'node:assert/strict'
import fc from 'fast-check'
import { v7 as newId } from 'uuid'
import { itemFields } from '#contract/items.ts'
import { linesFault, oneLine, trimLines } from '#domain/plain-text.ts'
import { maxQuantity } from '#domain/stock.ts'
import { columns, dryRun, importFile, moreColumns } from '../../../../tests/helpers/item-file.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import * as items from '../../store/items.ts'

const nasty = [
  '=cmd|x!A0',
  "'=1",
  "''@x",
  '-5',
  '+49 170',
  '"',
  '""',
  ';',
  ',',
  'a\r\nb',
  'a\nb',
  'a\rb',
  'a;=1;\n=2\t+3, -4',
  'a;"=1',
  "- a\n'- b\n- c",
  'ẞ ä',
  '１＝２',
]

const textOf = (most: number) =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: most }) },
      fc.constantFrom(...nasty),
    )
    .map(text => trimLines(text.toWellFormed()).slice(0, most).trim())
    .filter(text => text.isWellFormed() && text !== '' && linesFault(text) === undefined)

const lineOf = (most: number) =>
  textOf(most)
    .map(oneLine)
    .filter(text => text !== '')

const words = fc.record({
  name: lineOf(120),
  description: textOf(4000),
  price: fc.integer({ min: 1, max: 100_000_000 }).map(minor => minor / 100),
  mustQuantity: fc.integer({ min: 1, max: 1_000_000 }),
  materials: fc.option(lineOf(300), { nil: '' }),
  care: fc.option(lineOf(300), { nil: '' }),
  family: fc.option(lineOf(40), { nil: '' }),
  pictures: fc.subarray(['/pictures/b.webp', 'https://example.com/a?b=c,d;e', '/pictures/a.webp']),
})

async function addAny(shop: TestShop, count: number): Promise<void> {
  const { db, now } = shop.deps
  for (const given of fc.sample(words, count)) {
    const { materials, care, family, pictures, ...others } = given
    const { name, description, price, mustQuantity } = itemFields.parse(others)
    const row = { id: newId(), photo_url: '/pictures/x.webp', created_at: now() }
    await db.write(tx =>
      items.insert(tx, {
        ...row,
        name,
        description,
        price_minor: Math.round(price * 100),
        must_quantity: mustQuantity,
        stocked_quantity: maxQuantity,
        materials,
        care,
        family,
        pictures: JSON.stringify(pictures),
      }),
    )
  }
}

const all = ({ deps: { db } }: TestShop) =>
  db.read
    .selectFrom('items')
    .select(['name', 'description', 'price_minor', 'must_quantity', 'available_quantity', 'photo_url'])
    .select(['pictures', 'materials', 'size', 'care', 'family'])
    .orderBy('id', 'desc')
    .execute()

/** Fails if an original apostrophe before a formula is removed, or if a cell is trimmed or cut. */
onBothEngines('importing an unchanged export changes nothing, whatever the items are called', async shop => {
  const admin = await newAdmin(shop)
  await addAny(shop, 250)
  const before = await all(shop)
  const { body } = await admin.call('GET', '/api/items.csv')
  assert.ok(body.startsWith(`\ufeff${columns},${moreColumns}\r\n`))
  const report = await dryRun(admin, body)
  assert.deepEqual([report.added, report.changed, report.faults, report.lines], [0, 0, [], []])
  assert.deepEqual((await importFile(admin, body)).json(), { added: 0, changed: 0, faults: [] })
  assert.deepEqual(await all(shop), before)

  // Imported as new items they are the same, in the same order.
  const copies = body.replace(/^[0-9a-f]{8}-[0-9a-f-]{27},/gm, ',')
  assert.deepEqual((await importFile(admin, copies)).json(), {
    added: before.length,
    changed: 0,
    faults: [],
  })
  assert.deepEqual((await all(shop)).slice(0, before.length), before)
})

onBothEngines('an export contains hidden items but no removed ones, newest first', async shop => {
  const admin = await newAdmin(shop)
  const [hidden, removed] = [await shop.item({ name: 'Hidden' }), await shop.item({ name: 'Removed' })]
  const shown = await shop.item({ name: 'Tray; "large"', price: 18.5, availableQuantity: 7 })
  await admin.call('PATCH', `/api/item/${hidden._id}`, { version: 1, hidden: true })
  await admin.call('DELETE', `/api/item/${removed._id}`)
  const { body } = await admin.call('GET', '/api/items.csv')
  assert.equal(
    body,
    `\ufeff${columns},${moreColumns}\r\n${shown._id},"Tray; ""large""",For tests,18.5,7,1,/pictures/test-960.webp,false,,,,,,,7\r\n${hidden._id},Hidden,For tests,34,10,1,/pictures/test-960.webp,true,,,,,,,10\r\n`,
  )
})

onSqlite('a file can change and clear an item’s details and further pictures', async shop => {
  const admin = await newAdmin(shop)
  const { _id } = await shop.item({ name: 'Tray' })
  const file = (cells: string) => `_id,pictures,materials,care\n${_id},${cells}`
  const told = '/pictures/b.webp /pictures/a.webp,Oak,"Wipe, then oil."'
  const report = await dryRun(admin, file(told))
  assert.deepEqual(report.lines?.[0]?.changes, [
    { column: 'pictures', from: '', to: '/pictures/b.webp /pictures/a.webp' },
    { column: 'materials', from: '', to: 'Oak' },
    { column: 'care', from: '', to: 'Wipe, then oil.' },
  ])
  const details = async () => {
    const { pictures, materials, size, care, version } = (await admin.call('GET', `/api/item/${_id}`)).json()
    return [pictures, materials, size, care, version]
  }
  await importFile(admin, file(told))
  const full = [['/pictures/b.webp', '/pictures/a.webp'], 'Oak', '', 'Wipe, then oil.', 2]
  assert.deepEqual(await details(), full)
  await importFile(admin, `_id,name\n${_id},Tray`)
  assert.deepEqual(await details(), full, 'columns that the file does not have stay')
  await importFile(admin, file(',,'))
  assert.deepEqual(await details(), [[], '', '', '', 3])
  const { faults } = await dryRun(admin, file('/pictures/a.webp nowhere,,'))
  assert.deepEqual(faults, [{ line: 2, message: 'pictures: Upload a picture.' }])
})
