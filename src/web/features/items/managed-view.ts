/** What the address of Manage Items shows: which list, the item whose panel is open, or the import of a file. */
export const shownIn = (params: URLSearchParams) => ({
  removed: params.get('show') === 'removed',
  itemId: params.get('item') ?? undefined,
  isImporting: params.get('import') === 'file',
})
