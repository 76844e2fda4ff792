import { contract } from '#contract/index.ts'
import type { Customer } from './customers.ts'
import type { Ask } from './item-calls.ts'
import { bought } from './paying.ts'
import type { PayingShop } from './paying-shop.ts'

export async function auditCalls(ask: Ask, admin: Customer): Promise<void> {
  const [, last] = Object.values((await ask(admin, contract.audit.list)) as Record<string, { _id: string }>)
  for (const search of [
    '',
    '&search=signed',
    '&search=customer',
    '&search=127.0.0.1',
    '&search=T-1001',
    '&search=1001',
    '&search=tray',
  ])
    for (const page of ['', `&after=${last?._id}`])
      for (const days of ['', '&from=2026-01-01&to=2030-01-01'])
        await ask(admin, contract.audit.list, { query: `?limit=50${search}${page}${days}` })
  await ask(admin, contract.audit.export, { query: '?search=signed' })
}

/** Exports and erases the data of a customer who has paid, received a parcel and written a review. */
export async function ownDataCalls(shop: PayingShop, ask: Ask, admin: Customer): Promise<void> {
  const { ann, order } = await bought(shop)
  await ask(admin, contract.orders.send, { body: { orders: [{ id: order._id }] } })
  await ask(ann, contract.reviews.write, { body: { name: 'Ann', comment: 'Good', starRating: 5 } })
  await ask(ann, contract.ownData.export)
  await ask(ann, contract.ownData.erase, { body: {} })
}
