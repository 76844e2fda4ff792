import type { GivenDetails, ItemDetails } from '#contract/item-details.ts'
import type { ItemDetailColumn, ItemRow } from '../db/schema/tables.ts'

export const toDetails = (row: Pick<ItemRow, ItemDetailColumn>): ItemDetails => ({
  pictures: JSON.parse(row.pictures),
  materials: row.materials,
  size: row.size,
  care: row.care,
  family: row.family,
  tax: row.tax,
})

/** An item without optional details. */
export const noDetails: Pick<ItemRow, ItemDetailColumn> = {
  pictures: '[]',
  materials: '',
  size: '',
  care: '',
  family: '',
  tax: '',
}

/** Converts details to columns, without the missing ones. */
export const detailColumns = ({
  pictures,
  materials,
  size,
  care,
  family,
  tax,
}: GivenDetails): Partial<Pick<ItemRow, ItemDetailColumn>> => ({
  ...(pictures !== undefined && { pictures: JSON.stringify(pictures) }),
  ...(materials !== undefined && { materials }),
  ...(size !== undefined && { size }),
  ...(care !== undefined && { care }),
  ...(family !== undefined && { family }),
  ...(tax !== undefined && { tax }),
})
