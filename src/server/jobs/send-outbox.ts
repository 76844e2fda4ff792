import { invoiceNumberIn } from '#domain/invoice.ts'
import { shopItself } from '#domain/order-event.ts'
import { notesOf } from '#domain/shop-notes.ts'
import { type Mail, type Message, RecipientRefused } from '../adapters/mail.ts'
import type { InvoiceRow, OutboxRow, Reading, Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { picturedItems, withLayout } from '../emails/layout.ts'
import { invoiceFile } from '../features/invoices/invoice-file.ts'
import { shopRequester } from '../queues/shared-queue.ts'
import * as invoices from '../store/invoices.ts'
import { listPictures } from '../store/items.ts'
import * as orders from '../store/orders.ts'
import * as outbox from '../store/outbox.ts'
import { ordersPaidWith } from '../store/payment-orders.ts'
import * as shopContent from '../store/shop-content.ts'
import * as timeline from '../store/timeline.ts'

/** Emails sent in parallel, so that a slow delivery delays the others less. */
const atOnce = 4
/** Longer than rendering the documents and sending may take, so that no other process takes the email. */
const leaseMs = 300_000
const maxPauseMs = 3_600_000
const mostTries = 60

/**
 * Sends due emails, each under its own lease. A failed one is retried with growing pauses and given up after days, but
 * kept. One with a permanently refused recipient is given up immediately.
 */
export async function sendOutbox(
  deps: Deps,
  mail: Mail,
  stopped?: AbortSignal,
  warn: (sentence: string) => void = () => undefined,
): Promise<void> {
  const problems: unknown[] = []
  const fail = async (message: OutboxRow, error: unknown) => {
    if (error instanceof RecipientRefused) warn(refusedForGood(message, error))
    else problems.push(error)
    await tryLater(deps, message, error instanceof RecipientRefused)
  }
  const work = async () => {
    while (!stopped?.aborted && (await sendNext(deps, mail, fail)));
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (problems.length > 0) throw new AggregateError(problems, 'Some emails could not be sent yet')
}

/** Returns false if no email is due. */
async function sendNext(
  deps: Deps,
  mail: Mail,
  fail: (message: OutboxRow, error: unknown) => Promise<void>,
): Promise<boolean> {
  const { db, now, metrics } = deps
  const message = await db.write(tx => outbox.lease(tx, now(), now() + leaseMs))
  if (!message) return false
  try {
    await mail.send(await emailOf(deps, message))
    await db.write(tx => markSent(tx, message, now()))
    metrics.emails.add('sent')
  } catch (error) {
    await fail(message, error)
  }
  return true
}

async function tryLater({ db, now, metrics }: Deps, message: OutboxRow, isPermanent: boolean): Promise<void> {
  const isOver = isPermanent || message.tries >= mostTries
  metrics.emails.add(isOver ? 'given_up' : 'failed')
  await db.write(tx =>
    isOver
      ? outbox.giveUp(tx, message, now())
      : outbox.retryAt(tx, message.id, now() + pauseAfter(message.tries)),
  )
}

/** Only the kind of the email: the rest of its id may be part of a link. */
const refusedForGood = ({ id }: OutboxRow, { message }: RecipientRefused): string =>
  `The mail server permanently refused an email (${id.split(' ', 1)[0]}), so the shop stopped trying: ${message}`

/** Adds a sent receipt to the timelines of its orders. */
export async function markSent(tx: Writing, message: OutboxRow, now: number): Promise<void> {
  await outbox.markSent(tx, message, now)
  const receipted = message.receipt_of ? await ordersPaidWith(tx, message.receipt_of) : []
  for (const order of await orders.lockAll(
    tx,
    receipted.map(order => order.id),
  ))
    await timeline.add(tx, order.id, { at: now, what: 'receipt_sent', who: shopItself })
}

const pauseAfter = (tries: number): number =>
  Math.round(Math.min(maxPauseMs, 2000 * 2 ** tries) * (0.8 + Math.random() * 0.4))

/** The shop's name and look and the documents are added when the email is sent. */
async function emailOf(deps: Deps, row: OutboxRow): Promise<Message> {
  const { db, config } = deps
  const attachments = []
  for (const invoice of await documentsWith(db.read, row))
    attachments.push(await invoiceFile(deps, invoice, shopRequester))
  const { id, recipient: to, subject, unsubscribe_url: unsubscribeUrl } = row
  const pictures = await picturesWith(db.read, row, config.emailOrigin)
  const shop = await shopContent.readDetails(db.read, config)
  const notes = notesOf(await shopContent.read(db.read), row.receipt_of ? undefined : ['contact'])
  const body = withLayout(row, shop, attachments, pictures, notes, config.emailOrigin)
  return {
    id,
    from: shop.name,
    to,
    subject,
    attachments,
    ...(unsubscribeUrl !== null && { unsubscribeUrl }),
    ...body,
  }
}

/** The pictures of an email by item id, if it can contain absolute URLs. */
async function picturesWith(
  db: Reading,
  { html_body }: OutboxRow,
  publicUrl: string | undefined,
): Promise<Map<string, string>> {
  const items = publicUrl ? picturedItems(html_body ?? '') : []
  const pictures = items.length > 0 ? await listPictures(db, items) : []
  return new Map(pictures.map(({ itemId, photoUrl }) => [itemId, new URL(photoUrl, publicUrl).href]))
}

/** Attaches the invoice to a receipt, and the named document to a refund email. */
async function documentsWith(db: Reading, { receipt_of, document }: OutboxRow): Promise<InvoiceRow[]> {
  if (receipt_of)
    return invoices.listInvoices(
      db,
      (await ordersPaidWith(db, receipt_of)).map(({ id }) => id),
    )
  const number = document === null ? undefined : invoiceNumberIn(document)
  const found = number && (await invoices.find(db, number))
  return found ? [found] : []
}
