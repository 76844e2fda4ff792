import { currencyNameOf, currencyOf } from '#domain/currencies.ts'
import { formatAmount, majorOf, maxPrice } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/schema/tables.ts'
import * as items from '../../store/items.ts'
import { isAny } from '../../store/order-states.ts'
import { lockMode } from '../../store/shop-mode.ts'

/**
 * Every price keeps its number: $18.50 becomes €18.50, and in a currency without decimals it is rounded. An order holds
 * its item until it is committed, so whether there is one is asked after all items are locked by their new prices. An item that is being
 * added could not be converted, so that is waited for first.
 */
export async function changeCurrency(tx: Writing, from: string, to: string): Promise<void> {
  const [before, after] = [currencyOf(from), currencyOf(to)]
  await lockMode(tx)
  const tooHigh = await items.findAbove(tx, maxPrice / 10 ** Math.max(0, after.decimals - before.decimals))
  if (tooHigh) {
    const detail = `${tooHigh} would cost more than ${formatAmount(majorOf(maxPrice, after), after)}. Lower its price first.`
    throw new Refusal('bad_input', detail, { fields: { 'content.currency': detail } })
  }
  await items.convertPrices(tx, before, after)
  if (await isAny(tx)) throw currencyFixed(from)
}

const currencyFixed = (code: string) => {
  const detail = `Your shop has orders in ${currencyNameOf(code)}, so it stays with that currency.`
  return new Refusal('currency_fixed', detail, { fields: { 'content.currency': detail } })
}
