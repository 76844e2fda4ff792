import type { ShopContent } from '#contract/shop-content.ts'
import { theShop } from '#domain/audit.ts'
import type { Passwords } from '../../adapters/passwords.ts'
import type { Database } from '../../db/engine/database.ts'
import type { Reading } from '../../db/schema/tables.ts'
import * as audit from '../../store/audit.ts'
import * as demo from '../../store/demo-data.ts'
import { demoAccounts } from '../../store/demo-ids.ts'
import { endSignIns } from '../../store/end-sign-ins.ts'
import * as newsletter from '../../store/newsletter.ts'
import * as shopContent from '../../store/shop-content.ts'
import { markLive, rememberedMode } from '../../store/shop-mode.ts'

/** What happens to the orders: a demo's are not real, but a live shop that once got the demo's accounts has real ones. */
export type Orders = 'keep' | 'remove'

export type Outcome =
  | { done: true; formerAdmins: string[]; lostPasswords: string[] }
  | { done: false; why: 'live already' }
  | { done: false; why: 'orders'; orders: number }

interface GoLiveInput {
  db: Database
  passwords: Passwords
  now: number
  orders: Orders | undefined
  /** The first content of the live shop. */
  content: ShopContent
}

/**
 * Turns a demo into a live shop in one transaction: removes its accounts, goods and content, and revokes everything that the
 * demo has verified. The running shop later cancels the unpaid orders of its accounts (close-accounts).
 */
export async function goLive({ db, passwords, now, orders, content }: GoLiveInput): Promise<Outcome> {
  // Before the transaction, because each hash takes a while. No other process uses the data in the meantime.
  const open = (await findObstacle(db.read, orders)) ? [] : await withDemoPassword(db, passwords)
  return db.write(async tx => {
    const why = await findObstacle(tx, orders)
    if (why) return why
    if (orders === 'remove') await demo.removeOrders(tx, now)
    await demo.removeHistory(tx, now)
    await demo.removeAccounts(tx, now)
    await demo.removeGoods(tx, now)
    await newsletter.removeAll(tx)
    await shopContent.beginAgain(tx, content, now)
    await endSignIns(tx)
    const formerAdmins = await demo.revokeUnverified(tx)
    const lostPasswords = await demo.removePasswords(tx, open)
    await markLive(tx, now)
    await audit.note(tx, theShop, 'shop_went_live', { orders: orders ?? 'none' }, now)
    return { done: true, formerAdmins, lostPasswords }
  })
}

/** The reason to do nothing, or undefined. */
async function findObstacle(db: Reading, orders: Orders | undefined): Promise<Outcome | undefined> {
  if ((await rememberedMode(db)) === 'live') return { done: false, why: 'live already' }
  const found = await demo.countOrders(db)
  return found > 0 && !orders ? { done: false, why: 'orders', orders: found } : undefined
}

/** Other accounts whose owners chose one of the demo's public passwords. */
async function withDemoPassword(db: Database, passwords: Passwords): Promise<string[]> {
  const found: string[] = []
  for (const { id, hash } of await demo.listPasswords(db.read))
    for (const { password } of demoAccounts)
      if ((await passwords.verify(password, hash)).matches) found.push(id)
  return found
}
