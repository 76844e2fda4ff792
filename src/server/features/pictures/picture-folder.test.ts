import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { migratedDatabase } from '../../../../tests/helpers/databases.ts'
import { openShopAt } from '../../../../tests/helpers/shop.ts'

/** 6ceb9a3 gave no warning: pictures uploaded to one machine were 404 on the other. */
test('two machines on one database are warned about separate picture folders, but not about a shared one', async t => {
  const database = await migratedDatabase('postgres')
  const dataDir = await mkdtemp(join(tmpdir(), 'tuckshop-machine-'))
  t.onTestFinished(async () => {
    await rm(dataDir, { recursive: true, force: true })
    await database.remove()
  })
  const machine = async (folder: string, settings = {}) => {
    const environment = { ...database.environment, DATA_DIR: folder }
    const shop = await openShopAt({ ...database, environment }, 'postgres', settings)
    t.onTestFinished(() => shop.close())
    const said: string[] = []
    const note = () => shop.deps.pictureFolder.note(shop.deps, sentence => said.push(sentence))
    const health = async () => (await shop.call({ url: '/api/health' })).json()
    const banner = async () => (await shop.call({ url: '/api/auth/options' })).json().picturesNotShared
    return { shop, said, note, health, banner }
  }
  const first = await machine(database.environment.DATA_DIR)
  await first.note()
  assert.deepEqual(
    [first.said, await first.health(), await first.banner()],
    [[], { status: 'ok' }, undefined],
  )

  const shared = await machine(join(dataDir, 'shared'))
  await cp(join(database.environment.DATA_DIR, 'images'), join(dataDir, 'shared/images'), { recursive: true })
  await shared.note()
  assert.deepEqual(shared.said, [], 'the same folder, seen from another machine')
  assert.equal(
    await shared.shop.deps.pictureFiles.list().then(({ length }) => length),
    0,
    'its id is not a picture',
  )

  const second = await machine(join(dataDir, 'own'))
  for (const { note } of [second, first, first]) await note()
  for (const { said, health, banner } of [first, second]) {
    assert.equal(said.length, 1, 'once')
    assert.match(said[0] ?? '', /missing on the other.*IMAGE_HOST=s3/)
    assert.deepEqual([await health(), await banner()], [{ status: 'ok', pictures: 'apart' }, true])
  }
  first.shop.travel(11 * 60_000)
  await first.note()
  assert.deepEqual(await first.health(), { status: 'ok' }, 'the other one was not seen for a while')
})
