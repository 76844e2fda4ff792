import { managedItems as contract } from '#contract/managed-items.ts'
import type { Deps } from '../../deps.ts'
import { answerPage, withOneMore } from '../../http/paging.ts'
import type { Serve } from '../../http/serve.ts'
import * as managedItems from '../../store/admin-items.ts'
import * as audit from '../../store/audit.ts'
import * as stock from '../../store/stock.ts'
import { changeItem, noSuchItem } from './change-item.ts'
import { changeStock } from './change-stock.ts'

/** Items as admins see and change them. */
export function managedItemRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps

  serve(contract.list, async ({ query, reply }) => {
    const found = await managedItems.list(db.read, withOneMore(query), query.removed === 'true')
    return answerPage(reply, '/item', query, found)
  })

  serve(contract.one, async ({ params }) => {
    const item = await managedItems.find(db.read, params.id)
    if (!item) throw noSuchItem()
    return item
  })

  serve(contract.change, ({ caller, params, body }) => changeItem(deps, caller, params.id, body))

  serve(contract.bringBack, ({ caller, params }) =>
    db.write(async tx => {
      await managedItems.bringBack(tx, params.id)
      const item = await managedItems.find(tx, params.id)
      if (!item) throw noSuchItem()
      await audit.note(tx, caller, 'item_brought_back', { item: params.id }, deps.now())
      return item
    }),
  )

  serve(contract.changeStock, ({ caller, params, body, idempotencyKey }) =>
    changeStock(deps, caller, { ...body, itemId: params.id, key: idempotencyKey }),
  )

  serve(contract.stock, async ({ params, query, reply }) => {
    const found = await stock.list(db.read, params.id, withOneMore(query))
    if (found.length === 0 && !(await managedItems.find(db.read, params.id))) throw noSuchItem()
    return answerPage(reply, `/item/${params.id}/stock`, query, found)
  })
}
