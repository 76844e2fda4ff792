import type { Database } from '../../db/database.ts'
import * as itemWords from '../../store/item-words.ts'

const atOnce = 200

/** Items from before there was a search, and those of the demo, get their words. Nothing to do means one look-up. */
export async function indexItems(db: Database): Promise<void> {
  for (;;) {
    const items = await itemWords.listUnindexed(db.read, atOnce)
    if (items.length === 0) return
    await db.write(async tx => {
      for (const item of items) await itemWords.index(tx, item)
    })
  }
}
