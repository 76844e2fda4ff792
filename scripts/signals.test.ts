import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'vitest'
import type { Item } from '#contract/items.ts'
import type { Order } from '#contract/orders.ts'
import { eventually } from '../tests/helpers/card-shop.ts'
import { orderOf } from '../tests/helpers/customers.ts'
import { type RunningShop, startShop } from '../tests/helpers/running-shop.ts'
import { signedIn } from '../tests/helpers/signed-in.ts'

const listens = (url: string) =>
  new Promise<boolean>(resolve => {
    const socket = connect(Number(new URL(url).port), 'localhost', () => resolve(true))
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy())
  })

/** A payment request that the shop has begun to read. The test sends the rest later; it needs the sandbox. */
async function payment({ url }: RunningShop) {
  const robin = await signedIn(url)
  const [item] = (await (await fetch(`${url}/api/items`)).json()) as [Item]
  const placed = await robin.post('/booking', orderOf(item, robin.email, item.mustQuantity))
  const call = request(`${url}/api/create-payment-intent`, {
    method: 'POST',
    headers: { ...robin.headers, expect: '100-continue' },
  })
  const answered = once(call, 'response') as Promise<[IncomingMessage]>
  const order = (await placed.json()) as Order
  call.flushHeaders()
  await once(call, 'continue')
  return async () => {
    call.end(JSON.stringify(order))
    const [answer] = await answered
    return { status: answer.statusCode, body: (await json(answer)) as { clientSecret?: string } }
  }
}

const group = { detached: true }
const ways = [
  ['SIGINT', 'npm start, as Ctrl+C does', { ...group, program: ['npm', 'start'] }],
  ['SIGTERM', 'a process group without npm, as a service manager does', group],
] as const

/**
 * Fails if the shop or the bootstrap treats a repeated signal as another one, if either ends without the other, or if
 * the sandbox ends with the group instead of after the shop.
 */
for (const [signal, whom, way] of ways) {
  test(`${signal}, repeatedly, to ${whom}: requests in progress are answered, then all processes exit cleanly`, {
    timeout: 60_000,
  }, async t => {
    const shop = await startShop('sqlite', {}, way)
    const tell = (what: NodeJS.Signals | 0) => process.kill(-(shop.process.pid ?? Number.NaN), what)
    t.onTestFinished(async () => {
      await shop.stop()
    })
    const finish = await payment(shop)
    tell(signal)
    await eventually(async () => !(await listens(shop.url)), 'the shop to stop listening')
    tell(signal)
    const { status, body } = await finish()
    assert.equal(status, 200)
    assert.match(body.clientSecret ?? '', /_secret_/)
    assert.equal(await shop.gone, 0, shop.log())
    assert.throws(() => tell(0), { code: 'ESRCH' }, 'nothing of the group is left')
    assert.equal(await listens(shop.sandboxUrl), false)
    assert.doesNotMatch(shop.log(), /^ +at |"level":[56]0/m)
  })
}

/** Fails if the sandbox, which gets no signal, does not notice that the shop is gone. */
test('a killed shop leaves no sandbox behind', async t => {
  const shop = await startShop('sqlite')
  t.onTestFinished(async () => {
    await shop.stop()
  })
  assert.equal(await listens(shop.sandboxUrl), true)
  shop.process.kill('SIGKILL')
  await shop.gone
  assert.deepEqual([await listens(shop.url), await listens(shop.sandboxUrl)], [false, false])
})
