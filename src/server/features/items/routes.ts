import { items as contract, type Item } from '#contract/items.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { KeptAnswers, keptJson, sendKept } from '../../http/kept.ts'
import { pageOf, withOneMore } from '../../http/lists.ts'
import type { Serve } from '../../http/serve.ts'
import * as items from '../../store/items.ts'
import { addItem } from './add-item.ts'

export function itemRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps
  const kept = new KeptAnswers()

  serve(contract.list, async ({ query, request, reply }) => {
    const name = `list ${query.limit} ${query.after ?? ''}`
    const answer = await kept.get(name, db.versions.of('items'), async () => {
      const { rows, headers } = pageOf('/items', query, await items.list(db.read, withOneMore(query)))
      return keptJson(rows, headers)
    })
    return sendKept(request, reply, answer)
  })

  serve(contract.one, async ({ params, request, reply }) => {
    const answer = await kept.get(params.id, db.versions.of('items'), async () => {
      return keptJson(found(await items.find(db.read, params.id)))
    })
    return sendKept(request, reply, answer)
  })

  serve(contract.add, ({ body }) => addItem(deps, body))

  serve(contract.remove, async ({ params }) => {
    if (!(await db.write(tx => items.remove(tx, params.id, deps.now())))) throw notOnSale()
  })
}

function found(item: Item | undefined): Item {
  if (!item) throw notOnSale()
  return item
}

const notOnSale = () => new Refusal('not_found', 'This item is not on sale.')
