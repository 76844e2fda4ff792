import { invoiceNumberIn } from '#domain/invoice.ts'
import { shopItself } from '#domain/order-event.ts'
import { type Mail, type Message, RecipientRefused } from '../adapters/mail.ts'
import type { InvoiceRow, OutboxRow, Reading, Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { onLetterhead } from '../emails/layout.ts'
import { invoiceFile } from '../features/invoices/invoice-file.ts'
import { theShopItself } from '../queues/shared-queue.ts'
import * as invoices from '../store/invoices.ts'
import { listPictures } from '../store/items.ts'
import * as orders from '../store/orders.ts'
import * as outbox from '../store/outbox.ts'
import { ordersPaidWith } from '../store/payment-orders.ts'
import * as timeline from '../store/timeline.ts'

/** So many letters are under way at once: a mail server that is slow with one keeps the others waiting less. */
const atOnce = 4
/** Longer than drawing its documents and the mail server may take, so that nobody else takes it meanwhile. */
const leaseMs = 300_000
const maxPauseMs = 3_600_000
const mostTries = 60

/**
 * Sends what is due, each letter under a lease of its own. One that fails is tried again with growing pauses; after
 * days it is given up, not lost. One that the mail server will never take for its recipient is given up at once.
 */
export async function sendOutbox(
  deps: Deps,
  mail: Mail,
  stopped?: AbortSignal,
  warn: (sentence: string) => void = () => undefined,
): Promise<void> {
  const problems: unknown[] = []
  const fail = async (letter: OutboxRow, error: unknown) => {
    if (error instanceof RecipientRefused) warn(refusedForGood(letter, error))
    else problems.push(error)
    await tryLater(deps, letter, error instanceof RecipientRefused)
  }
  const work = async () => {
    while (!stopped?.aborted && (await sendNext(deps, mail, fail)));
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (problems.length > 0) throw new AggregateError(problems, 'Some letters could not be sent yet')
}

/** False when no letter is due. */
async function sendNext(
  deps: Deps,
  mail: Mail,
  fail: (letter: OutboxRow, error: unknown) => Promise<void>,
): Promise<boolean> {
  const { db, now, metrics } = deps
  const letter = await db.write(tx => outbox.lease(tx, now(), now() + leaseMs))
  if (!letter) return false
  try {
    await mail.send(await toLetter(deps, letter))
    await db.write(tx => markSent(tx, letter, now()))
    metrics.letters.add('sent')
  } catch (error) {
    await fail(letter, error)
  }
  return true
}

async function tryLater({ db, now, metrics }: Deps, letter: OutboxRow, isForGood: boolean): Promise<void> {
  const isOver = isForGood || letter.tries >= mostTries
  metrics.letters.add(isOver ? 'given_up' : 'failed')
  await db.write(tx =>
    isOver
      ? outbox.giveUp(tx, letter, now())
      : outbox.retryAt(tx, letter.id, now() + pauseAfter(letter.tries)),
  )
}

/** Only what kind of email it is: the rest of its id may be part of a link. */
const refusedForGood = ({ id }: OutboxRow, { message }: RecipientRefused): string =>
  `The mail server refuses an email for good (${id.split(' ', 1)[0]}), so it is given up: ${message}`

/** A receipt that has left is part of the story of its orders. */
export async function markSent(tx: Writing, letter: OutboxRow, now: number): Promise<void> {
  await outbox.markSent(tx, letter, now)
  const receipted = letter.receipt_of ? await ordersPaidWith(tx, letter.receipt_of) : []
  for (const order of await orders.lockAll(
    tx,
    receipted.map(order => order.id),
  ))
    await timeline.add(tx, order.id, { at: now, what: 'receipt_sent', who: shopItself })
}

const pauseAfter = (tries: number): number =>
  Math.round(Math.min(maxPauseMs, 2000 * 2 ** tries) * (0.8 + Math.random() * 0.4))

/** The shop's name is put around it, and its document is made, when it leaves. */
async function toLetter({ db, config }: Deps, row: OutboxRow): Promise<Message> {
  const attachments = []
  for (const invoice of await documentsWith(db.read, row))
    attachments.push(await invoiceFile(invoice, config.shop, theShopItself))
  const { id, recipient: to, subject } = row
  const pictures = await picturesWith(db.read, row, config.publicUrl)
  return { id, to, subject, attachments, ...onLetterhead(row, config.shop, attachments, pictures) }
}

/** More would make a receipt of many orders a catalogue. */
const mostPictures = 4

/** What was bought, where the letter can say whole addresses. */
async function picturesWith(
  db: Reading,
  { receipt_of }: OutboxRow,
  publicUrl: string | undefined,
): Promise<string[]> {
  if (!receipt_of || !publicUrl) return []
  const bought = (await ordersPaidWith(db, receipt_of)).map(({ item_id }) => item_id)
  if (bought.length === 0) return []
  const pictures = await listPictures(db, bought)
  return pictures.slice(0, mostPictures).map(({ photoUrl }) => new URL(photoUrl, publicUrl).href)
}

/** A receipt takes the invoices of its orders along, a letter about a refund the document that it names. */
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
