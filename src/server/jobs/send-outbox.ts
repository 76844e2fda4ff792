import { invoiceNumberIn } from '#domain/invoice.ts'
import { shopItself } from '#domain/order-event.ts'
import type { Letter, Mail } from '../adapters/mail.ts'
import type { InvoiceRow, OutboxRow, Reading, Writing } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { invoiceFile } from '../features/invoices/invoice-file.ts'
import * as invoices from '../store/invoices.ts'
import * as orders from '../store/orders.ts'
import * as outbox from '../store/outbox.ts'
import * as timeline from '../store/timeline.ts'
import { onLetterhead } from './letterhead.ts'

/** So many letters are under way at once: a mail server that is slow with one keeps the others waiting less. */
const atOnce = 4
/** Longer than the mail server is given for one letter, so that nobody else takes it while it is being sent. */
const leaseMs = 120_000
const maxPauseMs = 3_600_000
const mostTries = 60

/**
 * Sends what is due, each letter under a lease of its own. One that fails is tried again with growing pauses; after
 * days it is given up, not lost.
 */
export async function sendOutbox(deps: Deps, mail: Mail, stopped?: AbortSignal): Promise<void> {
  const problems: unknown[] = []
  const work = async () => {
    while (!stopped?.aborted && (await sendNext(deps, mail, problems)));
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (problems.length > 0) throw new AggregateError(problems, 'Some letters could not be sent yet')
}

/** False when no letter is due. */
async function sendNext(deps: Deps, mail: Mail, problems: unknown[]): Promise<boolean> {
  const { db, now, metrics } = deps
  const letter = await db.write(tx => outbox.lease(tx, now(), now() + leaseMs))
  if (!letter) return false
  try {
    await mail.send(await toLetter(deps, letter))
    await db.write(tx => markSent(tx, letter, now()))
    metrics.letters.add('sent')
  } catch (error) {
    problems.push(error)
    metrics.letters.add(letter.tries >= mostTries ? 'given_up' : 'failed')
    await db.write(tx =>
      letter.tries >= mostTries
        ? outbox.giveUp(tx, letter.id, now())
        : outbox.retryAt(tx, letter.id, now() + pauseAfter(letter.tries)),
    )
  }
  return true
}

/** A receipt that has left is part of its order's story. */
async function markSent(tx: Writing, { id, receipt_of }: OutboxRow, now: number): Promise<void> {
  await outbox.markSent(tx, id, now)
  if (receipt_of && (await orders.lock(tx, receipt_of)))
    await timeline.add(tx, receipt_of, { at: now, what: 'receipt_sent', who: shopItself })
}

const pauseAfter = (tries: number): number =>
  Math.round(Math.min(maxPauseMs, 2000 * 2 ** tries) * (0.8 + Math.random() * 0.4))

/** The shop's name is put around it, and its document is made, when it leaves. */
async function toLetter({ db, config }: Deps, row: OutboxRow): Promise<Letter> {
  const invoice = await invoiceWith(db.read, row)
  const attachments = invoice ? [await invoiceFile(invoice, config.shop)] : []
  const { id, recipient: to, subject } = row
  return { id, to, subject, attachments, ...onLetterhead(row, config.shop, attachments) }
}

/** A receipt takes the invoice of its order along, a letter about a refund the document that it names. */
async function invoiceWith(
  db: Reading,
  { receipt_of, document }: OutboxRow,
): Promise<InvoiceRow | undefined> {
  if (receipt_of) return invoices.findInvoice(db, receipt_of)
  const number = document === null ? undefined : invoiceNumberIn(document)
  return number && invoices.find(db, number)
}
