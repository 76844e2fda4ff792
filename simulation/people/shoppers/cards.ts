import type { CallAnswer, Lost } from '../../interfaces.ts'
import type { Human } from '../human.ts'

/** The provider's test cards, as its documentation lists them. */
export const cardNumbers = {
  good: '4242424242424242',
  otherGood: '5555555555554444',
  asks: '4000002500003155',
  declined: '4000000000000002',
  insufficient: '4000000000009995',
  expired: '4000000000000069',
  wrongCode: '4000000000000127',
  processing: '4000000000000119',
} as const

export type Card = keyof typeof cardNumbers

/** What the payment page has from the shop. */
export interface Checkout {
  intent: string
  clientSecret: string
  publishableKey: string
}

/** What the provider tells the page: a status of the payment, an error to show, or nothing at all. */
export type CardOutcome = 'succeeded' | 'requires_action' | 'processing' | 'refused' | 'canceled' | 'lost'

export const intentOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? ''

/** Sends the card's digits, as the provider's own script does. */
export async function payByCard(me: Human, { intent, clientSecret, publishableKey }: Checkout, card: Card) {
  const answer = await me.send({
    to: 'cards',
    method: 'POST',
    path: `/v1/payment_intents/${intent}/confirm`,
    headers: { authorization: `Bearer ${publishableKey}` },
    body: {
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': cardNumbers[card],
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
      return_url: 'https://shop.example/dashboard/myOrder',
      use_stripe_sdk: 'true',
    },
  })
  return outcomeOf(answer)
}

/** The script asks how it stands, when the page opens and after 3-D Secure. */
export async function lookUpPayment(me: Human, { intent, clientSecret, publishableKey }: Checkout) {
  const secret = encodeURIComponent(clientSecret)
  return outcomeOf(
    await me.send({
      to: 'cards',
      method: 'GET',
      path: `/v1/payment_intents/${intent}?client_secret=${secret}`,
      headers: { authorization: `Bearer ${publishableKey}` },
    }),
  )
}

/** The bank's page of 3-D Secure; its answer is JSON in a frame of the provider. */
export async function answerBank(
  me: Human,
  { intent, clientSecret }: Checkout,
  outcome: 'complete' | 'fail',
) {
  return outcomeOf(
    await me.send({
      to: 'cards',
      method: 'POST',
      path: `/stripe/3ds/${intent}`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_secret: clientSecret, outcome }),
    }),
  )
}

function outcomeOf(answer: CallAnswer | Lost): CardOutcome {
  if (answer === 'lost') return 'lost'
  if (answer.status === 429 || answer.status >= 500) return 'lost'
  if (answer.status >= 300) return 'refused'
  const { status } = { ...(answer.body as { status?: unknown } | null) }
  const known = ['succeeded', 'requires_action', 'processing', 'canceled'] as const
  return known.find(one => one === status) ?? 'refused'
}
