import type { ShopContent } from '#contract/shop-content.ts'
import { withFreshProof } from '../accounts.ts'
import { day, type Human, insist } from '../human.ts'
import { saveContent } from './save-content.ts'

type Rates = ShopContent['taxRates']

const begun = [
  { Standard: 20, Reduced: 5.5 },
  { VAT: 19, 'Reduced VAT': 7 },
  { 'Sales tax': 8.875 },
  { Standard: 21, Books: 0, Food: 10 },
] as const

/** Early in the life of a shop: two of three owners charge tax, most of them from the first day. */
export async function enterRates(me: Human): Promise<void> {
  if (!me.random.chance(2 / 3)) return
  const chosen: Readonly<Record<string, number>> = me.random.pick(begun)
  const from = dayFrom(me, me.random.pick([-30, 0, 0, 1]))
  const rates = Object.entries(chosen).map(([name, percent]) => ({ name, percent, from }))
  me.tell(`charges tax: ${rates.map(({ name, percent }) => `${name} ${percent} %`).join(', ')}`)
  // A save that came too late is repeated on what was saved meanwhile.
  for (let tries = 0; tries < 3; tries++) if (await saveContent(me, () => ({ taxRates: rates }))) return
}

type Change = (rates: Rates, me: Human) => Rates

const changes = {
  laterPercentage: (rates, me) => {
    const { name } = me.random.pick(rates)
    const percent = me.random.pick([0, 4.999, 7, 16, 25, 100])
    return [...rates, { name, percent, from: dayFrom(me, me.random.whole(-1, 4)) }]
  },
  newName: (rates, me) => [
    ...rates,
    { name: `Rate ${me.random.whole(1, 9)}`, percent: me.random.whole(0, 30) / 2, from: dayFrom(me, 0) },
  ],
  // Refused as long as an item has it.
  withoutOne: (rates, me) => {
    const { name } = me.random.pick(rates)
    return rates.filter(rate => rate.name !== name)
  },
  tooMuch: (rates, me) => [...rates, { name: 'Luxury', percent: 300, from: dayFrom(me, 0) }],
  tooFine: (rates, me) => [...rates, { name: 'Fine', percent: 8.8751, from: dayFrom(me, 0) }],
  noDay: rates => [...rates, { name: 'Someday', percent: 20, from: '' }],
  noName: (rates, me) => [...rates, { name: ' ', percent: 20, from: dayFrom(me, 0) }],
  twice: (rates, me) => [...rates, { ...me.random.pick(rates), percent: 12 }],
} satisfies Record<string, Change>

const changeWeights: Readonly<Record<keyof typeof changes, number>> = {
  laterPercentage: 6,
  newName: 1,
  withoutOne: 5,
  tooMuch: 1,
  tooFine: 1,
  noDay: 1,
  noName: 1,
  twice: 1,
}

/** Charges another percentage from a day on, or types what no shop can charge. */
export async function changeRates(me: Human): Promise<void> {
  await saveContent(me, ({ taxRates: rates }) => {
    // 24 are the most, and a shop without tax begins to charge it some day.
    if (rates.length === 0) return me.random.chance(0.2) ? { taxRates: [taxFrom(me)] } : undefined
    if (rates.length > 16) return undefined
    const change: Change = changes[me.random.weighted(changeWeights)]
    return { taxRates: change(rates, me) }
  })
}

const taxFrom = (me: Human) => ({ name: 'Tax', percent: 8.1, from: dayFrom(me, 0) })

/** The name of a rate that the shop has; empty for the first one. */
export async function someRate(me: Human): Promise<string> {
  if (me.random.chance(0.3)) return ''
  const { body: saved } = await insist(me, () => me.ask('GET /shopContent'))
  const rates = saved?.content.taxRates ?? []
  return rates.length > 0 ? me.random.pick(rates).name : ''
}

export async function readTaxes(me: Human): Promise<void> {
  await me.ask('GET /taxes')
  if (me.random.chance(0.5)) await withFreshProof(me, () => me.ask('GET /invoices.csv'))
}

/** Owners look at the calendar of their time zone, which is UTC. */
const dayFrom = ({ around }: Human, days: number): string =>
  new Date(around.now() + days * day).toISOString().slice(0, 10)
