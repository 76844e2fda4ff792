// Started by a benchmark: sends orders over a fixed number of connections and reports what came back.
import { once } from 'node:events'
import autocannon from 'autocannon'

export interface LoadPlan {
  url: string
  itemId: string
  connections: number
  ordersPerBuyer: number
  buyers: { email: string; token: string }[]
}

export interface LoadResult {
  placed: number
  failed: number
  seconds: number
}

const [plan] = (await once(process, 'message')) as [LoadPlan]
const share = plan.buyers.length / plan.connections
let nextClient = 0

const requestOf = ({ email, token }: LoadPlan['buyers'][number]) => ({
  method: 'POST' as const,
  path: '/api/booking',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
  body: JSON.stringify({
    itemId: plan.itemId,
    itemName: 'Tray',
    ownerName: 'Buyer',
    email,
    mobileNumber: '555 0100',
    address: '1 Bench Street',
    quantity: 1,
    totalPrice: 34,
  }),
})

const result = await autocannon({
  url: plan.url,
  connections: plan.connections,
  amount: plan.buyers.length * plan.ordersPerBuyer,
  // Each connection orders for buyers of its own: nobody may have too many unpaid orders.
  setupClient: client => {
    const first = share * nextClient++
    client.setRequests(plan.buyers.slice(first, first + share).map(requestOf))
  },
})

const answer: LoadResult = {
  placed: result['2xx'],
  failed: result.non2xx + result.errors,
  seconds: (result.finish.getTime() - result.start.getTime()) / 1000,
}
process.send?.(answer)
process.disconnect?.()
