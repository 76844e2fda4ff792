import type { ShopContent } from '#contract/shop-content.ts'
import { worldCurrencies } from '../../interfaces.ts'
import { type Human, insist } from '../human.ts'

/** The first thing an owner decides: once somebody has ordered, it stays. */
export async function chooseCurrency(me: Human): Promise<void> {
  const { currency } = me.around
  if (currency === 'USD') return
  me.tell(`sells in ${currency}`)
  await saveCurrency(me, () => currency)
}

/** Wants another currency when customers have ordered already. */
export async function changeCurrency(me: Human): Promise<void> {
  const { body: orders = [] } = await me.ask('GET /booking', { query: { limit: '1' } })
  if (orders.length === 0) return
  await saveCurrency(me, current => {
    const others = worldCurrencies.filter(one => one !== current)
    if (others.length === 0) return undefined
    me.tell('wants another currency')
    return me.random.pick(others)
  })
}

async function saveCurrency(me: Human, choose: (current: string) => string | undefined): Promise<void> {
  const { body: saved } = await insist(me, () => me.ask('GET /shopContent'))
  if (!saved) return
  const { version } = saved
  const currency = choose(currencyOf(saved.content))
  if (currency === undefined) return
  const content = Object.assign({}, saved.content, { currency })
  await insist(me, () => me.ask('PUT /shopContent', { body: { version, content } }))
}

const currencyOf = (content: Readonly<Partial<Record<string, unknown>> & ShopContent>): string =>
  String(content.currency ?? 'USD')
