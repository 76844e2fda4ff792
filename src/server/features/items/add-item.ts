import { v7 as newId } from 'uuid'
import type { DetailedItem, NewItem } from '#contract/items.ts'
import type { ShopContent } from '#contract/shop-content.ts'
import type { Caller } from '#domain/access.ts'
import { shopCurrency } from '#domain/currency.ts'
import { isWholeStep, minorOf, tooManyDecimals } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { unknownRate } from '#domain/tax.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'
import * as itemDetails from '../../store/item-details.ts'
import * as items from '../../store/items.ts'
import * as shopContent from '../../store/shop-content.ts'

/** Puts an item on sale. */
export async function addItem({ db, now }: Deps, caller: Caller, item: NewItem): Promise<DetailedItem> {
  const id = newId()
  const row = await db.write(async tx => {
    checkTax(await shopContent.readToAddItems(tx), item.tax)
    const row = {
      id,
      name: item.name,
      description: item.description,
      price_minor: minorOfPrice(item.price),
      photo_url: item.photoUrl,
      must_quantity: item.mustQuantity,
      stocked_quantity: item.availableQuantity,
      created_at: now(),
      ...itemDetails.noDetails,
      ...itemDetails.detailColumns(item),
    }
    await items.insert(tx, row, caller.userId)
    const { name, stocked_quantity } = row
    const detail = { item: id, name, price: item.price, stocked_quantity }
    await audit.note(tx, caller, 'item_added', detail, now())
    return row
  })
  const details = itemDetails.toDetails(row)
  const secondPicture = details.pictures[0] ?? null
  return {
    _id: id,
    currency: shopCurrency().code,
    ...item,
    ...details,
    stars: null,
    reviewCount: 0,
    secondPicture,
  }
}

/** Refuses a rate that the shop does not have. */
export function checkTax({ taxRates }: ShopContent, tax: string | undefined): void {
  const detail = tax === undefined ? undefined : unknownRate(taxRates, tax)
  if (detail !== undefined) throw new Refusal('bad_input', detail, { fields: { tax: detail } })
}

export function minorOfPrice(price: number): number {
  const minor = minorOf(price)
  // The form may have been read in another currency.
  if (minor !== undefined && isWholeStep(minor)) return minor
  const detail = tooManyDecimals()
  throw new Refusal('bad_input', detail, { fields: { price: detail } })
}
