/** The panel of an item has an address: `/dashboard/manageItems?item={id}`. */
export const itemInAddress = 'item'

/** What the address of Manage Items shows: which list, and the item whose panel is open. */
export const shownIn = (params: URLSearchParams) => ({
  removed: params.get('show') === 'removed',
  itemId: params.get(itemInAddress) ?? undefined,
})
