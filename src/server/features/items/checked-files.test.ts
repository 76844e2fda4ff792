import assert from 'node:assert/strict'
import { maxFileBytes } from '#contract/endpoint.ts'
import { confirmed } from '../../../../tests/helpers/customers.ts'
import { columns, dryRun, fileOf, importFile, newItemLine } from '../../../../tests/helpers/item-file.ts'
import { newAdmin, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import * as managedItems from '../../store/admin-items.ts'

const bookOf = async ({ deps: { db } }: TestShop, id: string) => {
  const item = await managedItems.find(db.read, id)
  return item ?? assert.fail('There is no such item')
}

/** Fails if the file's count is compared with the free units at import time: the three sold units would be added back. */
onSqlite('units sold between the check and the import stay sold', async shop => {
  const admin = await newAdmin(shop)
  const tray = await shop.item({ availableQuantity: 10 })
  const counted = fileOf(`${tray._id},Test Tray,For tests,34,15,1,/pictures/test-960.webp,false`)
  const { checked = '' } = await dryRun(admin, counted)
  const ann = await confirmed(shop.deps, await shop.customer())
  await ann.order(tray, 3)
  assert.equal((await importFile(admin, checked)).statusCode, 200)
  const { availableQuantity, held, stocked } = await bookOf(shop, tray._id)
  assert.deepEqual([availableQuantity, held, stocked], [12, 3, 15])

  const fewer = fileOf(`${tray._id},Test Tray,For tests,34,2,1,/pictures/test-960.webp,false`)
  const again = (await dryRun(admin, fewer)).checked ?? ''
  await ann.order(tray, 5)
  const refused = (await importFile(admin, again)).json()
  assert.deepEqual(refused.faults, [{ line: 2, message: 'Only 7 left to sell. The rest is held or sold.' }])
  assert.equal((await bookOf(shop, tray._id)).availableQuantity, 7)
})

/** Fails if an export omits how many units were free: the three units sold since would be added back. */
onSqlite('units sold between the export and the check stay sold', async shop => {
  const admin = await newAdmin(shop)
  const tray = await shop.item({ price: 34, availableQuantity: 10 })
  const { body } = await admin.call('GET', '/api/items.csv')
  const ann = await shop.customer()
  await ann.order(tray, 3)

  const dearer = await dryRun(admin, body.replace(',34,10,', ',36,10,'))
  assert.deepEqual(
    dearer.lines?.map(({ changes }) => changes),
    [[{ column: 'price', from: 34, to: 36 }]],
  )
  await ann.order(tray, 1)
  assert.equal((await importFile(admin, dearer.checked ?? '')).statusCode, 200)
  const changed = await bookOf(shop, tray._id)
  assert.deepEqual([changed.price, changed.availableQuantity, changed.stocked], [36, 6, 10])

  // Five more were delivered, regardless of sales in the meantime.
  const more = await dryRun(admin, body.replace(',34,10,', ',36,15,'))
  assert.deepEqual(
    more.lines?.map(({ changes }) => changes),
    [[{ column: 'availableQuantity', from: 6, to: 11 }]],
  )
  assert.equal((await importFile(admin, more.checked ?? '')).statusCode, 200)
  const filled = await bookOf(shop, tray._id)
  assert.deepEqual([filled.availableQuantity, filled.stocked], [11, 15])

  const none = await dryRun(admin, body.replace(',34,10,', ',36,0,').replace(',10\r\n', ',12\r\n'))
  assert.deepEqual(none.faults, [{ line: 2, message: 'Only 11 left to sell. The rest is held or sold.' }])
})

/** Fails if a checked file omits blank lines: its errors would name other lines than the owner's file. */
onSqlite('a checked file keeps the line numbers of the original', async shop => {
  const admin = await newAdmin(shop)
  const tray = await shop.item({ availableQuantity: 10 })
  const line = `${tray._id},Test Tray,For tests,34,2,1,/pictures/test-960.webp,false`
  const file = [
    '',
    columns,
    '',
    newItemLine('Tall').replace('For tests', '"Two\nlines"'),
    ',,,,,,,',
    line,
    '',
  ].join('\n')
  const { lines, checked = '' } = await dryRun(admin, file)
  assert.deepEqual(
    lines?.map(planned => planned.line),
    [4, 6],
  )
  assert.deepEqual((await dryRun(admin, checked)).lines, lines)
  await shop.customer().then(ann => ann.order(tray, 5))
  const refused = (await importFile(admin, checked)).json()
  assert.deepEqual(refused.faults, [{ line: 6, message: 'Only 5 left to sell. The rest is held or sold.' }])
})

/** Fails if only the uploaded size is checked: the file would pass the check and be refused by the import. */
onSqlite('the check refuses a file that would be too large to import', async shop => {
  const admin = await newAdmin(shop)
  const fileWith = (blanks: number) =>
    fileOf(...Array.from({ length: 300 }, () => newItemLine('Wide').replace('34', `34${' '.repeat(blanks)}`)))
  const file = fileWith(Math.floor((maxFileBytes - fileWith(0).length) / 300))
  assert.ok(file.length <= maxFileBytes)
  const refused = await importFile(admin, file, '?dry=true')
  assert.deepEqual([refused.statusCode, refused.json().code], [413, 'too_large'])
  assert.match(refused.json().detail, /once the shop has added what it needs/)
})
