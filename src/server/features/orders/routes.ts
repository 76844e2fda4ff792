import { orders as contract } from '#contract/orders.ts'
import type { Caller } from '#domain/access.ts'
import { sameEmail } from '#domain/email.ts'
import { noSuchOrder, orderRate } from '#domain/order.ts'
import { customer, isForCustomer, whoForCustomer } from '#domain/order-event.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import { answerPage, withOneMore } from '../../http/paging.ts'
import type { Serve } from '../../http/serve.ts'
import { checkRate, countRefusals } from '../../limits/rates.ts'
import * as audit from '../../store/audit.ts'
import * as orders from '../../store/orders.ts'
import * as timeline from '../../store/timeline.ts'
import * as unpaidOrders from '../../store/unpaid-orders.ts'
import * as users from '../../store/users.ts'
import { changeQuantity } from './change-quantity.ts'
import { exportOrders } from './export-orders.ts'
import { findOrders } from './find-orders.ts'
import { placeOrder } from './place-order.ts'
import { removeOrder } from './remove-order.ts'
import { sendOrders, unsendOrder } from './send-orders.ts'

export function orderRoutes(serve: Serve, deps: Deps): void {
  serve(contract.place, ({ caller, body, idempotencyKey, request }) => {
    const visitor = visitorOf(request, deps.config)
    return countRefusals(deps, request, () =>
      placeOrder(deps, { caller, visitor, order: body, key: idempotencyKey }),
    )
  })

  serve(contract.mine, async ({ caller, params, query, reply }) => {
    const userId = sameEmail(params.email, caller.email) ? caller.userId : await userIdOf(deps, params.email)
    const found = await orders.list(deps.db.read, withOneMore(query), userId)
    return answerPage(reply, `/myBooking/${encodeURIComponent(params.email)}`, query, found)
  })

  serve(contract.bag, ({ caller }) => unpaidOrders.list(deps.db.read, caller.userId))

  serve(contract.all, async ({ query, reply }) => {
    const found = await findOrders(deps, withOneMore(query))
    return answerPage(reply, '/booking', query, found)
  })

  serve(contract.export, async ({ caller, query, reply }) => {
    await deps.db.write(tx => audit.note(tx, caller, 'orders_exported', {}, deps.now()))
    reply.header('content-disposition', 'attachment; filename="orders.csv"')
    return exportOrders(deps, query)
  })

  serve(contract.one, async ({ caller, params }) => orders.toOrder(await ownOrder(deps, caller, params.id)))

  serve(contract.timeline, async ({ caller, params: { id } }) => {
    const order = await orders.findFor(deps.db.read, caller, id)
    if (!order) throw noSuchOrder()
    const events = await timeline.list(deps.db.read, order)
    if (caller.admin) return events
    return events
      .filter(({ what }) => isForCustomer(what))
      .map(event => ({ ...event, by: whoForCustomer(event.by) }))
  })

  serve(contract.send, ({ caller, body }) => sendOrders(deps, caller, body))

  serve(contract.unsend, ({ caller, params }) => unsendOrder(deps, caller, params.id))

  serve(contract.changeQuantity, async ({ caller: { userId }, params, body }) => {
    const limit = { name: `orders changed by ${userId}`, ...orderRate }
    await checkRate(deps, [limit], 'You have changed a lot of orders in a short time.')
    return changeQuantity(deps, { id: params.id, userId, quantity: body.quantity })
  })

  serve(contract.remove, async ({ caller: { userId }, params }) => {
    const limit = { name: `orders removed by ${userId}`, ...orderRate }
    await checkRate(deps, [limit], 'You have removed a lot of orders in a short time.')
    await removeOrder(deps, userId, params.id, customer)
  })
}

async function userIdOf({ db }: Deps, email: string): Promise<string> {
  const user = await users.findByEmail(db.read, email)
  if (!user) throw new Refusal('not_found', 'There is no user with this email.')
  return user.id
}

async function ownOrder({ db }: Deps, { userId }: Caller, id: string) {
  const order = await orders.findOwned(db.read, id, userId)
  if (!order) throw noSuchOrder()
  return order
}
