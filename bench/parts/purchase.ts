import { join } from 'node:path'
import { p99, valueRow } from '../figures.ts'
import type { Part } from '../part.ts'
import { type Customer, type Good, orderBy, prepare, smallSize } from '../prepare.ts'
import { type RunningShop, startShop } from '../processes.ts'
import { givePasswords, password } from './sign-in.ts'

const json = { 'content-type': 'application/json' }

/** From signing in to a paid order, one after the other, with the sandbox as the card provider. */
export const purchases: Part = async bench => {
  const dataDir = join(bench.folder, 'purchase')
  const { customers, goods } = await prepare({ dataDir, databaseUrl: undefined }, smallSize, 20)
  await givePasswords(dataDir, customers)
  const shop = await startShop({ DATA_DIR: dataDir })
  const times: number[] = []
  const total = bench.quick ? 30 : 150
  try {
    // The first ones load what the shop loads on first use: the card provider's library, for one.
    for (let i = -5; i < total; i++) {
      const [customer, good] = [customers[(i + 5) % customers.length], goods[(i + 5) % goods.length]]
      if (!customer || !good) continue
      const start = performance.now()
      await buy(shop, customer, good)
      if (i >= 0) times.push(performance.now() - start)
    }
  } finally {
    await shop.end()
  }
  const note = `${total} purchases, 7 calls each; spread from the fastest to the slowest`
  return [
    { ...valueRow('whole purchase, p50', 'ms', times), note },
    valueRow('whole purchase, p99', 'ms', [p99(times)]),
  ]
}

async function buy({ url, sandboxUrl }: RunningShop, { email }: Customer, good: Good): Promise<void> {
  const call = async <T>(
    path: string,
    method: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<{ answer: T; cookie: string }> => {
    const response = await fetch(path, { method, headers, ...(body !== undefined && { body: String(body) }) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
    return { answer: (await response.json()) as T, cookie }
  }
  const proof = await call(`${url}/api/auth/sign-in`, 'POST', json, JSON.stringify({ email, password }))
  const entered = await call<{ token: string }>(
    `${url}/api/users/${encodeURIComponent(email)}`,
    'PUT',
    { ...json, cookie: proof.cookie },
    JSON.stringify({ email }),
  )
  const { token } = entered.answer
  const own = { ...json, authorization: `Bearer ${token}` }
  await call(`${url}/api/items/${good.id}`, 'GET', {})
  const order = orderBy({ id: '', email, token }, good)
  const { answer: booking } = await call<{ _id: string }>(`${url}${order.path}`, 'POST', own, order.body)
  const intent = await call<{ clientSecret: string }>(
    `${url}/api/create-payment-intent`,
    'POST',
    own,
    JSON.stringify(booking),
  )
  const transactionId = intent.answer.clientSecret.split('_secret_')[0] ?? ''
  await call(`${sandboxUrl}/stripe/test/payment_intents/${transactionId}/succeed`, 'POST', json, '{}')
  const settled = JSON.stringify({ bookingId: booking._id, transactionId })
  const paid = await call<{ paid: boolean }>(`${url}/api/booking/${booking._id}`, 'PATCH', own, settled)
  if (!paid.answer.paid) throw new Error(`Order ${booking._id} was not paid`)
}
