import assert from 'node:assert/strict'
import { Refusal } from '#domain/refusal.ts'
import { dryRun, exported, fileOf, importFile, newItemLine } from '../../../../tests/helpers/item-file.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'
import * as managedItems from '../../store/admin-items.ts'
import * as users from '../../store/users.ts'
import { carryOutImport } from './carry-out-import.ts'
import { planImport } from './plan-import.ts'
import { readLines } from './read-lines.ts'

/** Fails if the stock is set to the file's value and not changed by the difference. */
onBothEngines('buying while counts are imported: no unit is sold twice or lost', async shop => {
  const admin = await newAdmin(shop)
  const [tray, mug] = [await shop.item({ availableQuantity: 50 }), await shop.item({ availableQuantity: 50 })]
  const line = (id: string, free: number) =>
    `${id},Test Tray,For tests,34,${free},1,/pictures/test-960.webp,false`
  const { checked = '' } = await dryRun(admin, fileOf(line(tray._id, 60), line(mug._id, 45)))
  const buyers = await Promise.all(Array.from({ length: 20 }, () => shop.customer()))
  const [imported, ...orders] = await Promise.all([
    importFile(admin, checked),
    ...buyers.flatMap(buyer => [buyer.order(tray, 1), buyer.order(mug, 1)]),
  ])
  assert.deepEqual(imported.json(), { added: 0, changed: 2, faults: [] })
  assert.ok(orders.every(({ statusCode }) => statusCode === 201))
  const freeOf = async (id: string) => (await managedItems.find(shop.deps.db.read, id))?.availableQuantity
  assert.deepEqual([await freeOf(tray._id), await freeOf(mug._id)], [40, 25])
})

/** Plans an import to be carried out later. */
async function planned({ deps: { db } }: TestShop, file: string) {
  return planImport(db.read, await readLines(Buffer.from(file)))
}

onBothEngines('changes made after the file was read stop the whole import, with line numbers', async shop => {
  const admin = await newAdmin(shop)
  const [tray, mug, lamp, pen] = await Promise.all(
    [1, 2, 3, 4].map(() => shop.item({ availableQuantity: 10 })),
  )
  assert.ok(tray && mug && lamp && pen)
  const line = (id: string, free = 10) => `${id},New,For tests,34,${free},1,/pictures/test-960.webp,false`
  const file = fileOf(newItemLine('Added'), line(tray._id), line(mug._id), line(lamp._id, 2), line(pen._id))
  const plan = await planned(shop, file)
  assert.equal(plan.changed.length, 4)
  await admin.call('PATCH', `/api/item/${mug._id}`, { version: 1, price: 5 })
  await (await shop.customer()).order(lamp, 5)
  await admin.call('DELETE', `/api/item/${pen._id}`)
  const before = await exported(admin)
  const user = await users.findByEmail(shop.deps.db.read, admin.email)
  const by = { userId: user?.id ?? '', digest: 'x', key: null, now: 1 }
  await assert.rejects(
    shop.deps.db.write(tx => carryOutImport(tx, plan, by, () => undefined)),
    (error: unknown) => {
      assert.ok(error instanceof Refusal)
      const { faults } = error.extras.facts as { faults: { line: number; message: string }[] }
      assert.deepEqual(
        faults.toSorted((a, b) => a.line - b.line),
        [
          { line: 4, message: 'Someone else has changed this item in the meantime. Check the file again.' },
          { line: 5, message: 'Only 5 left to sell. The rest is held or sold.' },
          { line: 6, message: 'This item was removed. Restore it first.' },
        ],
      )
      return true
    },
  )
  assert.deepEqual(await exported(admin), before)
})

/** On 6ceb9a3 an admin who lost the role while a file was read still changed every price. */
onBothEngines('an admin who has lost the role since the file was read imports nothing', async shop => {
  const [admin, other] = [await newAdmin(shop), await newAdmin(shop)]
  const plan = await planned(shop, fileOf(newItemLine('Added')))
  const user = await users.findByEmail(shop.deps.db.read, admin.email)
  const by = { userId: user?.id ?? '', digest: 'x', key: null, now: 1 }
  const before = await exported(other)
  assert.equal((await other.call('DELETE', `/api/adminUser/${admin.email}`)).statusCode, 204)
  await assert.rejects(
    shop.deps.db.write(tx => carryOutImport(tx, plan, by, () => undefined)),
    (error: unknown) => error instanceof Refusal && error.code === 'forbidden',
  )
  assert.deepEqual(await exported(other), before)
})

onBothEngines('two concurrent imports have the same result as one after the other', async shop => {
  const admins = [await newAdmin(shop), await newAdmin(shop)]
  const items = await Promise.all(Array.from({ length: 30 }, () => shop.item({ availableQuantity: 10 })))
  const file = (price: number) =>
    fileOf(
      newItemLine(`Of ${price}`),
      ...items.map(({ _id }) => `${_id},Test Tray,For tests,${price},10,1,/pictures/test-960.webp,false`),
    )
  const answers = await Promise.all(admins.map((admin, index) => importFile(admin, file(index + 1))))
  for (const answer of answers) assert.ok([200, 400].includes(answer.statusCode), answer.body)
  assert.ok(answers.some(({ statusCode }) => statusCode === 200))
  const rows = await shop.deps.db.read.selectFrom('items').select(['name', 'price_minor']).execute()
  const prices = new Set(rows.filter(({ name }) => name === 'Test Tray').map(row => row.price_minor))
  assert.equal(prices.size, 1)
  const added = rows.filter(({ name }) => name.startsWith('Of ')).length
  assert.equal(added, answers.filter(({ statusCode }) => statusCode === 200).length)
})
