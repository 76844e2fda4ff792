/** The query parameter of an item's panel: `/dashboard/manageItems?item={id}`. */
export const itemInAddress = 'item'

/** Which list, and the item whose panel is open. */
export const shownIn = (params: URLSearchParams) => ({
  removed: params.get('show') === 'removed',
  itemId: params.get(itemInAddress) ?? undefined,
})
