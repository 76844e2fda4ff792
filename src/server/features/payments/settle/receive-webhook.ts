import type { Cards } from '../../../adapters/cards.ts'
import type { Deps } from '../../../deps.ts'
import * as cardEvents from '../../../store/card-events.ts'
import * as openingDay from '../../../store/opening-day.ts'
import { syncRefunds } from '../refund/record-refunds.ts'
import { noteDeclines } from '../start/declines.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * The event only names a payment. What counts is the provider's current answer, so late, duplicate and reordered events
 * have the same result. The event is recorded last: after a failure the provider sends it again.
 */
export async function receiveWebhook(
  deps: Deps,
  cards: Cards,
  body: Buffer,
  signature: string | undefined,
): Promise<void> {
  const { eventId, type, isLive, intentId, isAboutRefunds } = await cards.readWebhook(body, signature)
  if (await cardEvents.isKnown(deps.db.read, eventId)) return
  const payment = intentId ? await cards.find(intentId) : undefined
  if (payment) await settlePayment(deps, cards, payment, 'webhook')
  if (payment && isAboutRefunds) await syncRefunds(deps, cards, payment.intentId)
  if (payment?.declined) await noteDeclines(deps, cards, payment.intentId)
  await deps.db.write(async tx => {
    if (isLive) await openingDay.noteLiveWebhook(tx, deps.now())
    await cardEvents.note(tx, eventId, type, deps.now())
  })
}
