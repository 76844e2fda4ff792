import type { Books } from './books.ts'
import type { Complain, Rules } from './rules.ts'

const quarterHour = 15 * 60_000

/** A day after the last fault nothing is half done. */
export class Liveness implements Rules {
  quiet(books: Books, complain: Complain): void {
    for (const sentence of books.verify) complain('verify', sentence)
    for (const sentence of books.unread) complain('no fault', sentence)
    for (const { number, state, heldUntil } of books.orders)
      if (state === 'held' && Date.parse(heldUntil) < books.at - quarterHour)
        complain('lapsed holds end', `${number} is held since its hold ended at ${heldUntil}`)
    const waiting = new Set(
      books.payments.flatMap(({ refunds }) =>
        refunds.flatMap(({ status, metadata }) =>
          status === 'pending' || status === 'requires_action' ? [metadata.refundId] : [],
        ),
      ),
    )
    for (const [order, entries] of books.refunds)
      for (const { _id, status, amount, reason } of entries)
        if (
          (status === 'pending' || status === 'needs_action') &&
          reason !== 'by_provider' &&
          !waiting.has(_id)
        )
          complain(
            'refund settled',
            `the refund ${_id} of ${amount} for ${order} waits, and the provider does not`,
          )
    for (const { kind, transactionId, detail } of books.attention)
      if (kind === 'no_order') complain('no unmatched payment', `${transactionId}: ${detail}`)
  }
}
