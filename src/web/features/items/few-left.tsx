import type { Item } from '#contract/items.ts'
import { shelfState } from '#domain/stock.ts'

/** 'only 3 left' */
export const FewLeft = ({ item }: { item: Item }) =>
  shelfState(item) === 'few' && (
    <p className="mt-2 text-sm font-semibold">only {item.availableQuantity} left</p>
  )
