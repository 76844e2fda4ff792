/** The query parameter of an item's panel: `/dashboard/manageItems?item={id}`. */
export const itemParam = 'item'

/** Which list, and the item whose panel is open. */
export const viewIn = (params: URLSearchParams) => ({
  removed: params.get('show') === 'removed',
  itemId: params.get(itemParam) ?? undefined,
})
