import { Refusal } from '#domain/refusal.ts'
import { namesOf, type TaxRate } from '#domain/tax.ts'
import type { Reading } from '../../db/schema/tables.ts'
import * as itemTaxes from '../../store/item-taxes.ts'

/** A rate that items name stays: without it they would silently have the first one. */
export async function refuseUsedRates(db: Reading, rates: readonly TaxRate[]): Promise<void> {
  const used = await itemTaxes.findOther(db, namesOf(rates))
  if (!used) return
  const items = used.count === 1 ? 'One item has' : `${used.count} items have`
  const detail = `${items} the tax rate ‘${used.tax}’. Choose another rate for them first.`
  throw new Refusal('bad_input', detail, { fields: { 'content.taxRates': detail } })
}
