import { addressesOf, pictureOf } from '../adapters/picture-names.ts'
import type { Reading } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import * as items from '../store/items.ts'
import * as shopContent from '../store/shop-content.ts'
import * as users from '../store/users.ts'

/** A picture is uploaded before its item is saved, and a form may stay open for a while. */
const graceMs = 86_400_000
const atOnce = 400

/**
 * Removes pictures that no item, user or recent content shows, and drafts left by a crashed process. A removed item still
 * counts, because its row stays. Files that the content has shown stay as long as its versions can be brought back. Returns
 * the number of files.
 */
export async function removeUnusedPictures({ db, pictureFiles, now }: Deps): Promise<number> {
  const old = await pictureFiles.list(now() - graceMs)
  if (old.length === 0) return 0
  const shown = await shownOf(db.read, old, now() - shopContent.undoMs)
  const unused = old.filter(file => !shown.has(pictureOf(file)))
  await pictureFiles.remove(unused)
  return unused.length
}

/** Looked up by name in batches, so that a shop with many pictures is never read whole. */
async function shownOf(db: Reading, files: readonly string[], since: number): Promise<Set<string>> {
  const shown = new Set<string>()
  const possible = [...new Set(files.flatMap(addressesOf))]
  for (let i = 0; i < possible.length; i += atOnce) {
    const addresses = possible.slice(i, i + atOnce)
    for (const store of [items.listShown, users.listPictures])
      for (const address of await store(db, addresses)) shown.add(pictureOf(address))
  }
  for await (const addresses of items.additionalPictures(db))
    for (const address of addresses) shown.add(pictureOf(address))
  for await (const content of shopContent.shownSince(db, since))
    for (const address of shopContent.filesIn(content)) shown.add(pictureOf(address))
  return shown
}
