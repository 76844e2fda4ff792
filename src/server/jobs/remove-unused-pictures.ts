import { addressesOf, pictureOf } from '../adapters/picture-names.ts'
import type { Reading } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import * as items from '../store/items.ts'
import * as users from '../store/users.ts'

/** A picture is uploaded before its item is saved, and a form may stay open for a while. */
const graceMs = 86_400_000
const atOnce = 100

/**
 * Removes pictures that no item or user shows, and drafts left by a crashed process. A removed item still counts,
 * because its row stays. Returns the number of files.
 */
export async function removeUnusedPictures({ db, pictureFiles, now }: Deps): Promise<number> {
  const old = await pictureFiles.list(now() - graceMs)
  if (old.length === 0) return 0
  const shown = await shownOf(db.read, [...new Set(old.map(pictureOf))])
  const unused = old.filter(file => !shown.has(pictureOf(file)))
  await pictureFiles.remove(unused)
  return unused.length
}

/** Looked up by name in batches, so that a shop with many pictures is never read whole. */
async function shownOf(db: Reading, pictures: readonly string[]): Promise<Set<string>> {
  const shown = new Set<string>()
  for (let i = 0; i < pictures.length; i += atOnce) {
    const addresses = pictures.slice(i, i + atOnce).flatMap(addressesOf)
    for (const store of [items.listShown, users.listPictures])
      for (const address of await store(db, addresses)) shown.add(pictureOf(address))
  }
  for await (const addresses of items.additionalPictures(db))
    for (const address of addresses) shown.add(pictureOf(address))
  return shown
}
