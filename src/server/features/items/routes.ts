import type { QueryOf } from '#contract/endpoint.ts'
import { items as contract, type Item } from '#contract/items.ts'
import { pictures } from '#contract/pictures.ts'
import { centsOf } from '#domain/money.ts'
import { searchWords } from '#domain/search.ts'
import { notOnSale } from '#domain/stock.ts'
import { AnswerCache } from '../../cache/answer-cache.ts'
import { cachedJson, sendCached } from '../../cache/cached-answer.ts'
import type { Deps } from '../../deps.ts'
import { pageOf, withOneMore } from '../../http/paging.ts'
import type { Serve } from '../../http/serve.ts'
import * as audit from '../../store/audit.ts'
import { type ItemLimits, list } from '../../store/item-list.ts'
import { search } from '../../store/item-search.ts'
import * as items from '../../store/items.ts'
import { addItem } from './add-item.ts'

export function itemRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps
  const version = () => db.versions.of(['items'])
  const lists = new AnswerCache(version, { bytes: 4 * 2 ** 20 })
  // An order changes one item, and leaves the answers about the others as they are.
  const details = new AnswerCache(id => db.versions.ofItem(id), { bytes: 2 * 2 ** 20 })
  // Anybody can search for anything: searches have a room of their own, so that they push nothing else out.
  const searches = new AnswerCache(version, { most: 100, bytes: 4 * 2 ** 20 })

  serve(contract.list, async ({ query: { search: typed, ...asked }, request, reply }) => {
    const words = searchWords(typed ?? '')
    // As it is understood, not as it was typed: 'Oak ' and 'oak' are one answer.
    const query = { ...asked, search: words.join(' ') || undefined }
    const { limit, after, sort, ...limits } = query
    const room = Object.values(limits).some(one => one !== undefined) ? searches : lists
    const answer = await room.get(`list ${JSON.stringify(query)}`, async () => {
      const page = withOneMore({ limit, after, sort, ...limitsOf(asked) })
      const found = await (words.length > 0 ? search(db.read, words, page) : list(db.read, page))
      const { rows, headers } = pageOf('/items', query, found)
      return cachedJson(rows, headers)
    })
    return sendCached(request, reply, answer)
  })

  serve(contract.one, async ({ params, request, reply }) => {
    const answer = await details.get(params.id, async () => {
      return cachedJson(found(await items.find(db.read, params.id)))
    })
    return sendCached(request, reply, answer)
  })

  serve(pictures.ofItems, async ({ query: { ids } }) =>
    ids.length > 0 ? items.listPictures(db.read, ids) : [],
  )

  serve(contract.add, ({ caller, body }) => addItem(deps, caller, body))

  serve(contract.remove, ({ caller, params }) =>
    db.write(async tx => {
      if (!(await items.remove(tx, params.id, deps.now()))) throw notOnSale()
      await audit.note(tx, caller, 'item_removed', { item: params.id }, deps.now())
    }),
  )
}

const limitsOf = ({ minPrice, maxPrice, inStock }: QueryOf<typeof contract.list>): ItemLimits => ({
  minPrice: minPrice === undefined ? undefined : centsOf(minPrice),
  maxPrice: maxPrice === undefined ? undefined : centsOf(maxPrice),
  isInStock: inStock === 'true',
})

function found(item: Item | undefined): Item {
  if (!item) throw notOnSale()
  return item
}
