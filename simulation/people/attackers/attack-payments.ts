import type { Human } from '../human.ts'
import { type Overheard, pickOr } from '../overheard.ts'
import { intentOf } from '../shoppers/cards.ts'
import { ownOrders } from '../shoppers/orders.ts'
import { openCheckout } from '../shoppers/paying.ts'

/** Claims a foreign order for a payment of one's own, and a foreign payment for one's own order. */
export async function mixPayments(me: Human, { orders, payments }: Overheard): Promise<void> {
  const [mine] = await ownOrders(me)
  const claim = (bookingId: string, transactionId: string) =>
    me.ask('PATCH /booking/{id}', { params: { id: bookingId }, body: { bookingId, transactionId } })
  if (mine) await claim(mine._id, pickOr(me.random, payments, 'pi_123'))
  if (mine?.transactionId && orders.length > 0) await claim(me.random.pick(orders), mine.transactionId)
  if (mine && orders.length > 0)
    await me.ask('POST /create-payment-intent', { body: { _id: mine._id, with: [me.random.pick(orders)] } })
}

/** Asks for a payment of another amount, from the shop and from the provider. */
export async function changeAmount(me: Human): Promise<void> {
  const [mine] = (await ownOrders(me)).filter(({ paid }) => !paid)
  if (!mine) return
  const body = { ...mine, totalPrice: 0.5, price: 0.5, quantity: 1 }
  const begun = await me.ask('POST /create-payment-intent', { body })
  const options = await me.ask('GET /payment-options')
  const key = options.body?.cards?.publishableKey
  if (!begun.body || !key) return
  const { clientSecret } = begun.body
  for (const path of ['', '/cancel', '/capture'])
    await me.send({
      to: 'cards',
      method: 'POST',
      path: `/v1/payment_intents/${intentOf(clientSecret)}${path}`,
      headers: { authorization: `Bearer ${key}` },
      body: { client_secret: clientSecret, amount: '50' },
    })
}

/** A webhook that the provider has not signed. */
export async function forgeWebhook(me: Human, { payments }: Overheard): Promise<void> {
  const [mine] = (await ownOrders(me)).filter(({ paid }) => !paid)
  const checkout = mine && me.random.chance(0.5) ? await openCheckout(me, [mine]) : undefined
  const id = checkout?.intent ?? pickOr(me.random, payments, 'pi_forged')
  const body = JSON.stringify({
    id: `evt_${me.newKey()}`,
    object: 'event',
    type: me.random.pick(['payment_intent.succeeded', 'charge.refunded', 'charge.dispute.created']),
    data: {
      object: {
        id,
        object: 'payment_intent',
        status: 'succeeded',
        amount: 50,
        amount_received: 50,
        currency: me.around.currency.toLowerCase(),
      },
    },
  })
  const at = Math.floor(me.around.now() / 1000)
  const signature = me.random.pick([
    `t=${at},v1=${'0'.repeat(64)}`,
    `t=${at}`,
    '',
    'v1=x',
    `t=${at + 9_999_999},v1=00`,
  ])
  await me.sendText(
    'POST',
    '/api/stripe/webhook',
    { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  )
}
