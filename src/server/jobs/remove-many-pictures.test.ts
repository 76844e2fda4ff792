import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { changeContent } from '../../../tests/helpers/content.ts'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { removeUnusedPictures } from './remove-unused-pictures.ts'

const day = 86_400_000

/** Fails if a picture between two batches of a hundred is skipped: it would count as unused. */
onBothEngines('of many pictures, all that are in use are kept', async shop => {
  const { db, config } = shop.deps
  const folder = join(config.dataDir, 'images')
  await mkdir(folder)
  const names = Array.from({ length: 305 }, (_, n) => n.toString(16).padStart(32, '0'))
  const shown = names.slice(0, 303)
  const item = await shop.item({ availableQuantity: 0 })
  const row = await db.read
    .selectFrom('items')
    .selectAll()
    .where('id', '=', item._id)
    .executeTakeFirstOrThrow()
  await Promise.all(names.map(name => writeFile(join(folder, `${name}-960.webp`), 'x')))
  await db.write(tx =>
    tx
      .insertInto('items')
      .values(shown.map(name => ({ ...row, id: `item ${name}`, photo_url: `/images/${name}-960.webp` })))
      .execute(),
  )
  shop.travel(day - 60_000)
  assert.equal(await removeUnusedPictures(shop.deps), 0, 'a form may stay open for a day')
  shop.travel(120_000)
  assert.equal(await removeUnusedPictures(shop.deps), 2)
  assert.deepEqual((await readdir(folder)).sort(), shown.map(name => `${name}-960.webp`).sort())
})

/** Fails if only pictures of items and people count as used: the shop's mark would be gone after a day, and an undo after a month. */
onBothEngines('pictures of the content stay, and those of older versions for 30 days', async shop => {
  const folder = join(shop.deps.config.dataDir, 'images')
  await mkdir(folder)
  const fileOf = (digit: string) => `${digit.repeat(32)}-960.webp`
  for (const digit of ['a', 'b', 'c']) await writeFile(join(folder, fileOf(digit)), 'x')
  const showMark = (digit: string) => changeContent(shop, { mark: `/images/${fileOf(digit)}` })
  const left = async () => {
    await removeUnusedPictures(shop.deps)
    return (await readdir(folder)).map(name => name.charAt(0)).sort()
  }
  await showMark('a')
  shop.travel(40 * day)
  assert.deepEqual(await left(), ['a'], 'however long ago it was saved')
  await writeFile(join(folder, fileOf('b')), 'x')
  await showMark('b')
  shop.travel(29 * day)
  assert.deepEqual(await left(), ['a', 'b'])
  shop.travel(2 * day)
  assert.deepEqual(await left(), ['b'])
})
