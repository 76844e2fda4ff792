import assert from 'node:assert/strict'
import { v7 as newId } from 'uuid'
import { dryRun, exported, fileOf, importFile, newItemLine } from '../../../../tests/helpers/item-file.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { indexItems } from '../../jobs/index-search.ts'
import * as managedItems from '../../store/admin-items.ts'

const stateOf = async ({ deps: { db } }: TestShop) => ({
  items: await db.read.selectFrom('items').selectAll().orderBy('id').execute(),
  ledger: await db.read.selectFrom('stock_changes').selectAll().orderBy('id').execute(),
})

const bookOf = async ({ deps: { db } }: TestShop, id: string) => {
  const item = await managedItems.find(db.read, id)
  return item ?? assert.fail('There is no such item')
}

onBothEngines('a file adds and changes items, and the check predicts the result', async shop => {
  const admin = await newAdmin(shop)
  const tray = await shop.item({ name: 'Tray', price: 34, availableQuantity: 10 })
  const same = await shop.item({ name: 'Same' })
  const file = fileOf(
    ',"Spoon, small","Of ""oak""\nand ash",4.5,20,2,/pictures/spoon.webp,yes',
    `${tray._id},Tray,For tests,36,12,1,/pictures/test-960.webp,false`,
    `${same._id},Same,For tests,34,10,1,/pictures/test-960.webp,false`,
  )
  const before = await stateOf(shop)
  const report = await dryRun(admin, file)
  assert.deepEqual([report.added, report.changed, report.faults], [1, 1, []])
  assert.deepEqual(report.lines, [
    {
      line: 2,
      name: 'Spoon, small',
      isNew: true,
      changes: [
        { column: 'price', from: null, to: 4.5 },
        { column: 'availableQuantity', from: null, to: 20 },
      ],
    },
    {
      line: 3,
      name: 'Tray',
      isNew: false,
      changes: [
        { column: 'price', from: 34, to: 36 },
        { column: 'availableQuantity', from: 10, to: 12 },
      ],
    },
  ])
  assert.deepEqual(await stateOf(shop), before)

  const done = await importFile(admin, file)
  assert.deepEqual([done.statusCode, done.json()], [200, { added: 1, changed: 1, faults: [] }])
  const spoon = (await stateOf(shop)).items.find(({ name }) => name === 'Spoon, small')
  assert.deepEqual(
    [spoon?.description, spoon?.price_minor, spoon?.available_quantity, spoon?.must_quantity],
    ['Of "oak"\nand ash', 450, 20, 2],
  )
  assert.notEqual(spoon?.hidden_at, null)
  const changed = await bookOf(shop, tray._id)
  assert.deepEqual([changed.price, changed.availableQuantity, changed.version], [36, 12, 2])
  assert.equal((await bookOf(shop, same._id)).version, 1)
  const { json } = await admin.call('GET', `/api/item/${tray._id}/stock`)
  assert.deepEqual(
    json().map(({ change, reason, by }: Record<string, unknown>) => [change, reason, by]),
    [
      [2, 'Counted in an imported file', admin.email],
      [10, 'Opening stock', null],
    ],
  )
})

onSqlite('one error stops the whole import, and every error is reported', async shop => {
  const admin = await newAdmin(shop)
  const tray = await shop.item()
  const gone = await shop.item()
  await admin.call('DELETE', `/api/item/${gone._id}`)
  const file = fileOf(
    newItemLine('Good'),
    ',,For tests,34,10,1,/pictures/x.webp,false',
    ',Comma,For tests,"34,50",10,1,/pictures/x.webp,false',
    ',Wild,For tests,-1,1.5,many,javascript:x,maybe',
    `${tray._id},Tray,For tests,34,10,1,/pictures/x.webp,false`,
    `${tray._id},Again,For tests,34,10,1,/pictures/x.webp,false`,
    `${newId()},Nobody,For tests,34,10,1,/pictures/x.webp,false`,
    'not-an-id,Tray,For tests,34,10,1,/pictures/x.webp,false',
    `${gone._id},Gone,For tests,34,10,1,/pictures/x.webp,false`,
    ',Short,For tests',
    ',Few,For tests,34,1,2,/pictures/x.webp,false',
  )
  const faults = [
    { line: 3, message: 'name: Name is required' },
    { line: 4, message: 'price: Write 34.50 with a decimal point.' },
    {
      line: 5,
      message:
        'price: Enter an amount with at most two decimals.\navailableQuantity: Enter a whole number.\nmustQuantity: Enter a whole number.\nphotoUrl: Upload a picture.\nhidden: Write true or false.',
    },
    { line: 7, message: 'This _id is already in line 6.' },
    { line: 8, message: 'There is no item with this _id.' },
    { line: 9, message: '_id: This is not a valid id.' },
    { line: 10, message: 'This item was removed. Restore it first.' },
    { line: 11, message: 'This line has 3 cells, but the first line has 8.' },
    { line: 12, message: 'mustQuantity: The must quantity cannot be more than the quantity.' },
  ]
  const before = await stateOf(shop)
  const report = await dryRun(admin, file)
  assert.deepEqual([report.added, report.changed, report.faults], [1, 1, faults])
  assert.equal(report.checked, undefined)
  const refused = await importFile(admin, file)
  assert.equal(refused.statusCode, 400)
  const { code, detail, ...rest } = refused.json()
  assert.deepEqual([code, detail], ['bad_input', 'Nothing was imported: 9 lines have errors.'])
  assert.deepEqual([rest.added, rest.changed, rest.faults], [0, 0, faults])
  assert.deepEqual(await stateOf(shop), before)
})

/** Fails if a file that leaves or lowers such a stock is refused: an export could not be imported. */
onSqlite('a file can lower a stock that exceeds the maximum input because of returned units', async shop => {
  const [admin, ann] = [await newAdmin(shop), await shop.customer()]
  const item = await shop.item({ availableQuantity: 999_999 })
  const order = (await ann.order(item, 9)).json()
  await admin.call('POST', `/api/item/${item._id}/stock`, { change: 10, reason: 'Delivery' })
  await ann.call('DELETE', `/api/myBooking/${order._id}`)
  const line = (free: number) => `${item._id},Renamed,For tests,34,${free},1,/pictures/test-960.webp,false`
  for (const free of [1_000_009, 1_000_005, 1_000_000]) {
    const { faults, checked = '' } = await dryRun(admin, fileOf(line(free)))
    assert.deepEqual(faults, [])
    assert.deepEqual((await importFile(admin, checked)).json(), { added: 0, changed: 1, faults: [] })
    assert.deepEqual(await exported(admin), [`${line(free)},,,,,,,${free}`])
  }
  const message = 'An item can have at most 1,000,000 available.'
  assert.deepEqual((await dryRun(admin, fileOf(line(1_000_001)))).faults, [{ line: 2, message }])
})

onSqlite('a file without items is refused with a reason', async shop => {
  const admin = await newAdmin(shop)
  const first = async (file: string | Buffer) => (await dryRun(admin, file)).faults[0]
  const cases: [string, number, RegExp][] = [
    ['', 1, /empty/],
    ['Tray,Oak,5\n', 1, /must have the names of the columns: _id, name/],
    ['name,colour\nTray,red\n', 1, /does not know the column “colour”/],
    ['name,name\nTray,Tray\n', 1, /name appears twice/],
    ['name,price\nTray,5\n', 1, /The column description is missing/],
    [fileOf(',"Tray'), 2, /not closed/],
    [fileOf(...Array.from({ length: 10_001 }, (_, i) => newItemLine(`No ${i}`))), 10_002, /10,000 lines/],
  ]
  for (const [file, line, message] of cases) {
    const fault = await first(file)
    assert.equal(fault?.line, line, file.slice(0, 40))
    assert.match(fault?.message ?? '', message)
  }
  assert.match((await first(Buffer.from('name\nM\xfcll', 'latin1')))?.message ?? '', /UTF-8/)
})

onSqlite('a missing column leaves its values unchanged', async shop => {
  const admin = await newAdmin(shop)
  const tray = await shop.item({ name: 'Tray', price: 34, availableQuantity: 10 })
  await shop.customer().then(ann => ann.order(tray, 3))
  assert.equal((await importFile(admin, `price;_id\n35.5;${tray._id}\n`)).statusCode, 200)
  const { price, availableQuantity, name } = await bookOf(shop, tray._id)
  assert.deepEqual([price, availableQuantity, name], [35.5, 7, 'Tray'])
})

onBothEngines('a key imports a file once, and no other file', async shop => {
  const admin = await newAdmin(shop)
  const file = fileOf(newItemLine('Once'))
  const headers = { 'idempotency-key': 'k1' }
  const answers = await Promise.all([1, 2, 3].map(() => importFile(admin, file, '', headers)))
  for (const answer of answers) assert.deepEqual(answer.json(), { added: 1, changed: 0, faults: [] })
  assert.equal((await exported(admin)).length, 1)
  // By then there is too little stock to remove as much again.
  const tray = await shop.item({ availableQuantity: 10 })
  const taken = `_id,availableQuantity,availableBefore\n${tray._id},2,10\n`
  for (const _ of [1, 2])
    assert.equal((await importFile(admin, taken, '', { 'idempotency-key': 'k2' })).statusCode, 200)
  const other = await importFile(admin, fileOf(newItemLine('Other')), '', headers)
  assert.deepEqual([other.statusCode, other.json().code], [409, 'idempotency_conflict'])
})

onBothEngines('imported items are found in file order once the search index has them', async shop => {
  const admin = await newAdmin(shop)
  const tray = await shop.item({ name: 'Tray' })
  await importFile(
    admin,
    fileOf(
      newItemLine('First'),
      newItemLine('Second'),
      `${tray._id},Basket,Of willow,34,10,1,/pictures/x.webp,false`,
    ),
  )
  const names = async (query: string) =>
    (await shop.call({ url: `/api/items?${query}` })).json().map(({ name }: { name: string }) => name)
  assert.deepEqual(await names(''), ['First', 'Second', 'Basket'])
  assert.equal(await indexItems(shop.deps), 3)
  assert.equal(await indexItems(shop.deps), 0)
  assert.deepEqual(await names('search=second'), ['Second'])
  assert.deepEqual(await names('search=willow'), ['Basket'])
  assert.deepEqual(await names('search=tray'), [])
  assert.deepEqual(await names('sort=name'), ['Basket', 'First', 'Second'])
})
