import { createHmac } from 'node:crypto'
import type { Item } from '#contract/items.ts'
import type { StockAlert } from '#contract/stock-alerts.ts'
import type { Caller } from '#domain/access.ts'
import { Refusal, tooManyRequests } from '#domain/refusal.ts'
import { isInStock, notOnSale } from '#domain/stock.ts'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { alertConfirmation } from '../../emails/stock-alert-emails.ts'
import type { Visitor } from '../../http/address.ts'
import { countEmail, withheldEmail } from '../../limits/email-limits.ts'
import { limitWrite } from '../../limits/rates.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as items from '../../store/items.ts'
import * as outbox from '../../store/outbox.ts'
import type { Limit } from '../../store/rate-counters.ts'
import * as stockAlerts from '../../store/stock-alerts.ts'
import * as unsubscribeKey from '../../store/unsubscribe-key.ts'
import * as users from '../../store/users.ts'

const day = 86_400_000

/** A new account may have someone else's email address, so the number of emails is limited. */
const limitsOf = (userId: string, { address, times }: Visitor): Limit[] => [
  { name: `alerts of ${userId}`, most: 10, withinMs: day },
  { name: `alerts from ${address}`, most: 100 * times, withinMs: day },
]

export async function readAlert(deps: Deps, { userId }: Caller, itemId: string): Promise<StockAlert> {
  checkMail(deps)
  await itemOf(deps, itemId)
  return { asked: await stockAlerts.hasAlert(deps.db.read, userId, itemId) }
}

export interface Requester {
  caller: Caller
  visitor: Visitor
  /** The shop's public address; undefined if unknown. */
  origin: string | undefined
}

/** Adds the caller to the list and sends an email with a link to cancel. Repeating the request changes nothing. */
export async function requestAlert(
  deps: Deps,
  { caller: { userId, email }, visitor, origin }: Requester,
  itemId: string,
): Promise<StockAlert> {
  checkMail(deps)
  const item = await itemOf(deps, itemId)
  if (isInStock(item)) throw new Refusal('in_stock', 'It is in stock: you can order it now.')
  const now = deps.now()
  await deps.db.write(async tx => {
    await users.lockCaller(tx, userId)
    const secret = secretOf(await unsubscribeKey.ensure(tx, newToken()), itemId, userId)
    const row = { item_id: itemId, user_id: userId, secret_hash: tokenHash(secret), created_at: now }
    if (!(await stockAlerts.add(tx, row))) return
    for (const limit of limitsOf(userId, visitor)) await limitWrite(tx, limit, now, 'emails')
    await checkUnconfirmed(tx, userId, visitor, now)
    await outbox.add(tx, alertConfirmation({ userId, at: now, email, item, secret, origin }), now)
  })
  return { asked: true }
}

/** An unconfirmed address can wait for one item a day: with the email that it is back, that makes two emails. */
async function checkUnconfirmed(tx: Writing, userId: string, visitor: Visitor, now: number): Promise<void> {
  const user = await users.find(tx, userId)
  const withheld = user && (await countEmail(tx, user, { kind: 'alert', now, visitor, emails: 2 }))
  if (!withheld) return
  if (withheld.why === 'many from there') throw withheldEmail(withheld, now)
  throw tooManyRequests(
    'We emailed you a short while ago about an item that you are waiting for. To ask for as many items as you like, confirm your email address in My Profile.',
    60,
  )
}

/**
 * The same in all emails to one person about one item, so the link in an old email cancels a repeated request. It needs
 * the shop's key, which never leaves the database.
 */
const secretOf = (key: string, itemId: string, userId: string): string =>
  createHmac('sha256', key).update(`alert ${itemId} ${userId}`).digest('base64url')

export async function cancelAlert({ db }: Deps, { userId }: Caller, itemId: string): Promise<void> {
  await db.write(tx => stockAlerts.takeBack(tx, userId, itemId))
}

/** Anyone with the link can cancel. Reports a link without effect: after a repeated request there may be a newer one. */
export async function stopAlert({ db }: Deps, secret: string): Promise<void> {
  const secretHash = tokenHash(secret)
  // Read first, so that unknown links cause no write.
  if (!(await stockAlerts.hasSecret(db.read, secretHash))) throw nothingToStop()
  await db.write(tx => stockAlerts.takeBackBySecret(tx, secretHash))
}

const nothingToStop = () =>
  new Refusal(
    'link_used_or_old',
    'There is nothing left to cancel with this link. If you have asked again since, use the link in the newest email.',
  )

function checkMail({ mail }: Deps): void {
  if (!mail) throw new Refusal('feature_off', 'This shop does not send emails at the moment.')
}

async function itemOf({ db }: Deps, id: string): Promise<Item> {
  const item = await items.find(db.read, id)
  if (!item) throw notOnSale()
  return item
}
