import { theShop } from '#domain/audit.ts'
import type { Passwords } from '../../adapters/passwords.ts'
import type { Database } from '../../db/engine/database.ts'
import type { Reading } from '../../db/schema/tables.ts'
import * as audit from '../../store/audit.ts'
import * as demo from '../../store/demo-data.ts'
import { demoAccounts } from '../../store/demo-ids.ts'
import { endSignIns } from '../../store/end-sign-ins.ts'
import { markLive, rememberedMode } from '../../store/shop-mode.ts'

/** What becomes of the orders: a demo's are play, but a live shop that once got the demo's accounts has real ones. */
export type Orders = 'keep' | 'remove'

export type Outcome =
  | { done: true; formerAdmins: string[]; lostPasswords: string[] }
  | { done: false; why: 'live already' }
  | { done: false; why: 'orders'; orders: number }

interface GoingLive {
  db: Database
  passwords: Passwords
  now: number
  orders: Orders | undefined
}

/**
 * Makes a live shop of a demo, in one transaction: its accounts and goods go, and nothing that a demo has proved
 * counts any more. What its accounts have left unpaid is cancelled by the shop itself once it runs (close-accounts).
 */
export async function goLive({ db, passwords, now, orders }: GoingLive): Promise<Outcome> {
  // Before the transaction: each takes a while. Nobody else uses the data meanwhile.
  const open = (await hindrance(db.read, orders)) ? [] : await withDemoPassword(db, passwords)
  return db.write(async tx => {
    const why = await hindrance(tx, orders)
    if (why) return why
    if (orders === 'remove') await demo.removeOrders(tx, now)
    await demo.removeHistory(tx, now)
    await demo.removeAccounts(tx, now)
    await demo.removeGoods(tx, now)
    await endSignIns(tx)
    const formerAdmins = await demo.revokeUnverified(tx)
    const lostPasswords = await demo.removePasswords(tx, open)
    await markLive(tx, now)
    await audit.note(tx, theShop, 'shop_went_live', { orders: orders ?? 'none' }, now)
    return { done: true, formerAdmins, lostPasswords }
  })
}

/** Why nothing is done; undefined when it can be. */
async function hindrance(db: Reading, orders: Orders | undefined): Promise<Outcome | undefined> {
  if ((await rememberedMode(db)) === 'live') return { done: false, why: 'live already' }
  const found = await demo.countOrders(db)
  return found > 0 && !orders ? { done: false, why: 'orders', orders: found } : undefined
}

/** Accounts of others with a password of the demo's: their owners chose one that everybody knows. */
async function withDemoPassword(db: Database, passwords: Passwords): Promise<string[]> {
  const found: string[] = []
  for (const { id, hash } of await demo.listPasswords(db.read))
    for (const { password } of demoAccounts)
      if ((await passwords.verify(password, hash)).matches) found.push(id)
  return found
}
