import { v7 as newId } from 'uuid'
import type { Reading, Writing } from '../db/schema/tables.ts'

export async function find(db: Reading): Promise<string | undefined> {
  const row = await db.selectFrom('shop_identity').select('id').orderBy('id').executeTakeFirst()
  return row?.id
}

/** Created at the first start. If two processes create one at the same time, the older one wins. */
export async function ensure(tx: Writing): Promise<string> {
  const known = await find(tx)
  if (known) return known
  const id = newId()
  await tx.insertInto('shop_identity').values({ id }).execute()
  return id
}
