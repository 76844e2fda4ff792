import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { noteAs, promise } from '../../../tests/helpers/before-one.ts'
import { type EngineName, engines, placeWithTables } from '../../../tests/helpers/databases.ts'
import { programFile } from '../../../tests/helpers/programs.ts'
import { openShopAt } from '../../../tests/helpers/shop.ts'
import { surroundings } from '../../../tests/helpers/surroundings.ts'
import { stemsBeforeOne } from './before-one.ts'
import type { Database } from './database.ts'
import { openBeside, openExisting } from './existing.ts'
import { brokenInvariants } from './invariants.ts'
import { migrationNames } from './migrate.ts'
import { openDatabase } from './open.ts'
import { withSnapshot } from './snapshot.ts'

const run = promisify(execFile)
const opener = programFile('tests/helpers/open-shop-once.ts')

const namesIn = async ({ read }: Database) =>
  (await read.selectFrom('migrations').select('name').orderBy('name').execute()).map(({ name }) => name)

const former = stemsBeforeOne.map(stem => `${stem}.sql`)

/** Those that have come since 1.0. */
const later = async (engine: EngineName) => (await migrationNames(engine)).slice(2)

const takenOver = async (engine: EngineName) => [
  ...former,
  `0100_shop.${promise}.sql`,
  `0101_by-engine.${promise}.${engine}.sql`,
  ...(await later(engine)),
]

/** A shop with an order, as a version before 1.0 has left it that had gone through these migrations. */
async function leftShop(t: TestContext, engine: EngineName, stems: readonly string[]) {
  const place = await placeWithTables(engine)
  t.after(() => place.remove())
  const shop = await openShopAt(place, engine)
  const item = await shop.item({ availableQuantity: 5 })
  assert.equal((await (await shop.customer()).order(item, 2)).statusCode, 201)
  await noteAs(shop.deps.db, stems)
  await shop.close()
  return { place, config: shop.deps.config, item }
}

for (const engine of engines) {
  test(`a new shop has the one schema, and promises nothing to versions before it [${engine}]`, async t => {
    const place = await placeWithTables(engine)
    t.after(() => place.remove())
    const shop = await openShopAt(place, engine)
    const names = ['0100_shop.sql', `0101_by-engine.${engine}.sql`, ...(await later(engine))]
    assert.deepEqual(await namesIn(shop.deps.db), names)
    await shop.close()
  })

  /** Fails where the schema is run: its tables are in the way. Without the promise there is no way back. */
  test(`a shop of the last version before 1.0 is taken over as it is [${engine}]`, async t => {
    const { place, config, item } = await leftShop(t, engine, stemsBeforeOne)
    await assert.rejects(openBeside(config), /earlier version. Start the shop once/)
    const shop = await openShopAt(place, engine)
    assert.deepEqual(await namesIn(shop.deps.db), await takenOver(engine))
    assert.equal((await (await shop.customer()).order(item, 2)).statusCode, 201)
    assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
    await shop.close()
    await (await openBeside(config)).close()
  })

  /** Fails where what is half taken over counts as a new shop. */
  test(`taking over goes on where it was killed [${engine}]`, async t => {
    const { place } = await leftShop(t, engine, [...stemsBeforeOne, `0100_shop.${promise}`])
    const shop = await openShopAt(place, engine)
    assert.deepEqual(await namesIn(shop.deps.db), await takenOver(engine))
    await shop.close()
  })

  test(`several processes may take over at once [${engine}]`, async t => {
    const { place, config } = await leftShop(t, engine, stemsBeforeOne)
    const env = { ...surroundings, SHOP_MODE: 'live', ...place.environment }
    await Promise.all([1, 2, 3].map(() => run(process.execPath, [opener], { env })))
    const db = await openDatabase(config, () => undefined)
    assert.deepEqual(await namesIn(db), await takenOver(engine))
    await db.close()
  })

  /** Fails where the newest of them is enough: migrations of two branches may have come in any order. */
  for (const missing of [stemsBeforeOne.at(-1), '0033_items-in-stock', '0001_shop'])
    test(`a shop of an early version, without ${missing}, is refused as it is [${engine}]`, async t => {
      const stems = stemsBeforeOne.filter(stem => stem !== missing)
      const { place, config } = await leftShop(t, engine, stems)
      const sentence = /early version.*Nothing was changed. Start the last version before 1.0/
      await assert.rejects(openShopAt(place, engine), sentence)
      await assert.rejects(openExisting(config), sentence)
      await assert.rejects(
        withSnapshot(config, db => brokenInvariants(db)),
        sentence,
      )
      const db = await openDatabase(config, () => undefined)
      assert.deepEqual(
        await namesIn(db),
        stems.map(stem => `${stem}.sql`),
      )
      await db.close()
    })

  /** Fails where a name counts as later that only another program before 1.0 knew. */
  test(`what else was made before 1.0 is in nobody's way [${engine}]`, async t => {
    const { place } = await leftShop(t, engine, [...stemsBeforeOne, '0034_of-a-branch'])
    const shop = await openShopAt(place, engine)
    assert.ok((await namesIn(shop.deps.db)).includes(`0100_shop.${promise}.sql`))
    await shop.close()
  })
}
