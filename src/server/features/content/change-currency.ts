import { currencyNameOf, currencyOf } from '#domain/currencies.ts'
import { formatAmount, majorOf, maxPrice } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/schema/tables.ts'
import * as currency from '../../store/currency.ts'
import * as items from '../../store/items.ts'
import { lockMode } from '../../store/shop-mode.ts'

/**
 * Every price keeps its number: $18.50 becomes €18.50, and in a currency without decimals it is rounded. Nothing but removed
 * orders may be left in the old one. An order holds its item until it is committed, so whether there is one is asked after all
 * items are locked by their new prices. An item that is being added could not be converted, so that is waited for first.
 */
export async function changeCurrency(tx: Writing, from: string, to: string): Promise<void> {
  const [before, after] = [currencyOf(from), currencyOf(to)]
  await lockMode(tx)
  const tooHigh = await items.findAbove(tx, maxPrice / 10 ** Math.max(0, after.decimals - before.decimals))
  if (tooHigh) {
    const detail = `${tooHigh} would cost more than ${formatAmount(majorOf(maxPrice, after), after)}. Lower its price first.`
    throw new Refusal('bad_input', detail, { fields: { 'content.currency': detail } })
  }
  await currency.convertItems(tx, before, after)
  const name = currencyNameOf(from)
  // In this order: a payment that is open now may have succeeded a moment later.
  const isOrdered = await currency.hasOrders(tx)
  if (await currency.hasMoney(tx))
    throw currencyFixed(`Your shop has taken money in ${name}, so it stays with that currency.`)
  if (isOrdered)
    throw currencyFixed(
      `Your shop has orders in ${name}, so it stays with that currency until they are removed.`,
    )
  await currency.convertRemovedOrders(tx, before, after)
}

const currencyFixed = (detail: string) =>
  new Refusal('currency_fixed', detail, { fields: { 'content.currency': detail } })
