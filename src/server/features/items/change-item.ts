import { isDeepStrictEqual } from 'node:util'
import type { ItemChange, ManagedItem } from '#contract/managed-items.ts'
import type { Caller } from '#domain/access.ts'
import { changedFields } from '#domain/audit.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import * as managedItems from '../../store/admin-items.ts'
import * as audit from '../../store/audit.ts'
import { detailColumns } from '../../store/item-details.ts'
import * as shopContent from '../../store/shop-content.ts'
import { checkTax, minorOfPrice } from './add-item.ts'

/**
 * Changes an item unless another admin was faster; that refusal contains the current item. A retry after a lost
 * response returns the changed item.
 */
export const changeItem = (
  { db, now }: Deps,
  caller: Caller,
  id: string,
  change: ItemChange,
): Promise<ManagedItem> =>
  db.write(async tx => {
    const content = await shopContent.read(tx)
    const before = await managedItems.find(tx, id)
    if (change.tax !== before?.tax) checkTax(content, change.tax)
    const changes = changesOf(change, now())
    const isChanged =
      Object.keys(changes).length > 0 && (await managedItems.change(tx, id, change.version, changes))
    const item = await managedItems.find(tx, id)
    if (!item || !before) throw noSuchItem()
    if (!isChanged && !isAlready(item, change)) throw changedMeanwhile(item)
    const { version: _, ...wanted } = change
    const fields = Object.keys(wanted) as (keyof typeof wanted)[]
    const detail = { item: id, ...changedFields<ManagedItem>(before, item, fields) }
    if (isChanged) await audit.note(tx, caller, 'item_changed', detail, now())
    return item
  })

const isAlready = (item: ManagedItem, { version: _, ...wanted }: ItemChange): boolean =>
  Object.entries(wanted).every(([field, value]) =>
    isDeepStrictEqual(item[field as keyof typeof wanted], value),
  )

const changesOf = (change: ItemChange, now: number): managedItems.ItemChanges => ({
  ...(change.name !== undefined && { name: change.name }),
  ...(change.description !== undefined && { description: change.description }),
  ...(change.price !== undefined && { price_minor: minorOfPrice(change.price) }),
  ...(change.mustQuantity !== undefined && { must_quantity: change.mustQuantity }),
  ...(change.photoUrl !== undefined && { photo_url: change.photoUrl }),
  ...(change.hidden !== undefined && { hidden_at: change.hidden ? now : null }),
  ...detailColumns(change),
})

const changedMeanwhile = (item: ManagedItem) =>
  new Refusal('changed_meanwhile', 'Someone else has changed this item in the meantime.', { facts: { item } })

export const noSuchItem = () => new Refusal('not_found', 'There is no such item.')
