import type { ShopContent } from '#contract/shop-content.ts'
import type { Deps } from '../../src/server/deps.ts'
import * as shopContent from '../../src/server/store/shop-content.ts'

/** Saves a new version of the shop's content, as an admin does. */
export const changeContent = (
  { deps: { db, now } }: { deps: Pick<Deps, 'db' | 'now'> },
  changes: Partial<ShopContent>,
): Promise<boolean> =>
  db.write(async tx => {
    const { version, content } = await shopContent.readSaved(tx, now())
    const next = { version: version + 1, content: { ...content, ...changes }, savedBy: null, now: now() }
    return shopContent.add(tx, next)
  })
