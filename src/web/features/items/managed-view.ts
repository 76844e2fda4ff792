import { searchIn } from '../../ui/search-form.tsx'

/** The query parameter of an item's panel: `/dashboard/manageItems?item={id}`. */
export const itemParam = 'item'

/** Which list, what is searched in it, and the item whose panel is open. */
export const viewIn = (params: URLSearchParams) => ({
  removed: params.get('show') === 'removed',
  search: searchIn(params),
  itemId: params.get(itemParam) ?? undefined,
})
