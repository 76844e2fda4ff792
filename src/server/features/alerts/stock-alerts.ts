import type { Item } from '#contract/items.ts'
import type { StockAlert } from '#contract/stock-alerts.ts'
import type { Caller } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { isInStock, notOnSale } from '#domain/stock.ts'
import type { Deps } from '../../deps.ts'
import { limitWrite } from '../../limits/rates.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as items from '../../store/items.ts'
import * as outbox from '../../store/outbox.ts'
import * as stockAlerts from '../../store/stock-alerts.ts'
import * as users from '../../store/users.ts'
import { alertAsked } from './letters.ts'

const mostPerHour = 20

export async function readAlert(deps: Deps, { userId }: Caller, itemId: string): Promise<StockAlert> {
  checkMail(deps)
  await itemOf(deps, itemId)
  return { asked: await stockAlerts.isAsked(deps.db.read, userId, itemId) }
}

/** Puts the caller on the list, and writes them a letter by which they can leave it. Asking again changes nothing. */
export async function askForAlert(
  deps: Deps,
  { userId, email }: Caller,
  itemId: string,
  origin: string | undefined,
): Promise<StockAlert> {
  checkMail(deps)
  const item = await itemOf(deps, itemId)
  if (isInStock(item)) throw new Refusal('in_stock', 'It is in stock: you can order it now.')
  const secret = newToken()
  const now = deps.now()
  await deps.db.write(async tx => {
    if (!(await users.lock(tx, userId))) throw new Refusal('signed_out', 'This account no longer exists.')
    const row = { item_id: itemId, user_id: userId, secret_hash: tokenHash(secret), created_at: now }
    if (!(await stockAlerts.add(tx, row))) return
    await limitWrite(tx, { name: `alert ${userId}`, most: mostPerHour, withinMs: 3_600_000 }, now, 'letters')
    await outbox.add(tx, alertAsked({ userId, at: now, email, item, secret, origin }), now)
  })
  return { asked: true }
}

export async function takeAlertBack({ db }: Deps, { userId }: Caller, itemId: string): Promise<void> {
  await db.write(tx => stockAlerts.takeBack(tx, userId, itemId))
}

/** Whoever has the link. A secret that is not known any more has done its work: that is no fault. */
export async function stopAlert({ db }: Deps, secret: string): Promise<void> {
  const secretHash = tokenHash(secret)
  if (await stockAlerts.hasSecret(db.read, secretHash))
    await db.write(tx => stockAlerts.takeBackBySecret(tx, secretHash))
}

function checkMail({ mail }: Deps): void {
  if (!mail) throw new Refusal('feature_off', 'This shop does not send letters at the moment.')
}

async function itemOf({ db }: Deps, id: string): Promise<Item> {
  const item = await items.find(db.read, id)
  if (!item) throw notOnSale()
  return item
}
