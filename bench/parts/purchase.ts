import { call, enter } from '../call.ts'
import { p99, rowOf } from '../figures.ts'
import type { Part } from '../part.ts'
import type { Customer, Good } from '../prepare.ts'
import type { RunningShop } from '../processes.ts'
import { orderBy } from '../requests.ts'
import { databaseIn, withShop } from '../with-shop.ts'
import { givePasswords, password } from './sign-in.ts'

const json = { 'content-type': 'application/json' }

/** The first purchases load modules, such as the card provider's library. */
const warmUps = 5

/** Purchases from sign-in to payment, one after the other, with the sandbox as card provider. */
export const purchases: Part = bench =>
  withShop(databaseIn(bench, 'purchase'), 20, async (shop, prepared) => {
    await givePasswords(prepared)
    const { customers, goods } = prepared
    const times: number[] = []
    const total = bench.quick ? 30 : 150
    for (let i = 0; i < warmUps + total; i++) {
      const [customer, good] = [customers[i % customers.length], goods[i % goods.length]]
      if (!customer || !good) continue
      const start = performance.now()
      await buy(shop, customer, good)
      times.push(performance.now() - start)
    }
    const counted = times.slice(warmUps)
    const common = { unit: 'ms', kind: 'value' } as const
    const notes = [`${total} purchases, 7 calls each; range from the fastest to the slowest`]
    return [
      rowOf({ ...common, name: 'whole purchase, p50', shop: counted, notes }),
      rowOf({ ...common, name: 'whole purchase, p99', shop: [p99(counted)] }),
    ]
  })

export async function buy({ url, sandboxUrl }: RunningShop, { email }: Customer, good: Good): Promise<void> {
  const token = await enter(url, email, password)
  const own = { ...json, authorization: `Bearer ${token}` }
  await call(`${url}/api/items/${good.id}`, 'GET', {})
  const asked = orderBy({ id: '', email, token }, good)
  const { answer: order } = await call<{ _id: string }>(`${url}${asked.path}`, 'POST', own, asked.body)
  const intent = await call<{ clientSecret: string }>(
    `${url}/api/create-payment-intent`,
    'POST',
    own,
    JSON.stringify(order),
  )
  const transactionId = intent.answer.clientSecret.split('_secret_')[0] ?? ''
  await call(`${sandboxUrl}/stripe/test/payment_intents/${transactionId}/succeed`, 'POST', json, '{}')
  const settled = JSON.stringify({ bookingId: order._id, transactionId })
  const paid = await call<{ paid: boolean }>(`${url}/api/booking/${order._id}`, 'PATCH', own, settled)
  if (!paid.answer.paid) throw new Error(`Order ${order._id} was not paid`)
}
