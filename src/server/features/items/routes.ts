import type { QueryOf } from '#contract/endpoint.ts'
import { items as contract, type Item } from '#contract/items.ts'
import { pictures } from '#contract/pictures.ts'
import { minorOf } from '#domain/money.ts'
import { searchWords } from '#domain/search.ts'
import { notOnSale } from '#domain/stock.ts'
import { cachedJson, sendCached } from '../../cache/cached-response.ts'
import { ResponseCache } from '../../cache/response-cache.ts'
import type { Deps } from '../../deps.ts'
import { pageOf, withOneMore } from '../../http/paging.ts'
import type { Serve } from '../../http/serve.ts'
import * as audit from '../../store/audit.ts'
import { families } from '../../store/families.ts'
import { type ItemLimits, list } from '../../store/item-list.ts'
import * as items from '../../store/items.ts'
import { search } from '../../store/search/items.ts'
import { addItem } from './add-item.ts'

export function itemRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps
  const lists = new ResponseCache(db, { bytes: 8 * 2 ** 20 })
  /** Keyed by item id, and refreshed when the stock changes. */
  const details = new ResponseCache(db, { bytes: 2 * 2 ** 20 })

  serve(contract.list, async ({ query: { search: typed, ...asked }, request, reply }) => {
    const words = typed ? searchWords(typed) : []
    // By the parsed query, not the typed one: 'Oak ' and 'oak' share one response.
    const query = { ...asked, search: words.join(' ') || undefined }
    const response = await lists.get(JSON.stringify(query), async () => {
      const { limit, after, sort } = asked
      const page = withOneMore({ limit, after, sort, ...limitsOf(asked) })
      const found = await (words.length > 0 ? search(db.read, words, page) : list(db.read, page))
      const { rows, headers } = pageOf('/items', query, found)
      return cachedJson(rows, headers)
    })
    return sendCached(request, reply, response)
  })

  serve(contract.families, async ({ request, reply }) =>
    sendCached(request, reply, await lists.get('families', async () => cachedJson(await families(db.read)))),
  )

  serve(contract.one, async ({ params, request, reply }) => {
    const response = await details.get(params.id, async () =>
      cachedJson(found(await items.find(db.read, params.id))),
    )
    return sendCached(request, reply, response)
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

const limitsOf = ({ minPrice, maxPrice, inStock, family }: QueryOf<typeof contract.list>): ItemLimits => ({
  minPrice: minPrice === undefined ? undefined : minorOf(minPrice),
  maxPrice: maxPrice === undefined ? undefined : minorOf(maxPrice),
  isInStock: inStock === 'true',
  family,
})

function found(item: Item | undefined): Item {
  if (!item) throw notOnSale()
  return item
}
