import type { TestContext } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { demoContent } from '../../../src/server/demo/content.ts'
import { Provider } from './card-provider.ts'
import { json, type Network, refusal } from './network.ts'
import { settle } from './screen.ts'
import { opened, shopWithCards, start } from './shop-with-cards.ts'
import { order } from './test-data.ts'
import { type Visit, visit } from './visit.tsx'

export const lamp: Order = { ...order, _id: order._id.replace(/1$/, '2'), number: 'T-1043', itemName: 'Lamp' }
export const address = `/dashboard/payment/${lamp._id}?with=${order._id}`
export const cover = `POST /api/booking/${lamp._id}/covered`
export const sentence = 'There is no such voucher. Check how it is spelled.'
export const refused = () => refusal('voucher_refused', { detail: sentence, fields: { voucher: sentence } })
export const saving = (discount: number, secret = 'pi_2_secret_b') =>
  json(opened(secret, Number((6.6 - discount).toFixed(2)), { discount }))

/** Two orders, $3.30 each. WELCOME10 takes off 67 cents, ALL everything, and there is no other voucher. */
export const shop = (): Network =>
  shopWithCards()
    .on(start, ({ body }) => {
      const { voucher } = body as { voucher?: string }
      if (voucher === undefined) return json(opened('pi_1_secret_a', 6.6))
      if (voucher === 'ALL') return saving(6.6, '')
      return voucher.toUpperCase() === 'WELCOME10' ? saving(0.67) : refused()
    })
    .on(`GET /api/booking/${lamp._id}`, () => json(lamp))

export interface Arranged {
  net?: Network
  at?: string
  takesVouchers?: boolean
}

export async function paying(
  t: TestContext,
  { net = shop(), at = address, takesVouchers = true }: Arranged = {},
) {
  t.onTestFinished(() => window.sessionStorage.clear())
  const cards = new Provider()
  const content = { ...demoContent, takesVouchers }
  const page = await visit(t, at, net, { takesCards: true, content })
  const ready = () => cards.opened.length > 0 || page.control('Complete order')
  await page.until(() => ready() && (!takesVouchers || page.control('Use voucher') || page.control('Remove')))
  await settle()
  cards.show()
  await settle()
  return { net, cards, page }
}

export async function use(page: Visit, code: string): Promise<void> {
  await page.type('Voucher code', code)
  await page.press('Use voucher')
  await settle()
}

export const slipOf = (page: Visit) => [
  ...page.words('.slip-lines > li').slice(2),
  ...page.words('.slip-total'),
]
export const codesAsked = (net: Network) =>
  net.to(start).map(({ body }) => (body as { voucher?: string }).voucher)
export const saves = 'Voucher WELCOME10 saves you $0.67.'
