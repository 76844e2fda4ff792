import type { ShopContent } from '#contract/shop-content.ts'
import { inParts, mostOf, tooFine } from '../amounts.ts'
import { codes, wantedCode } from '../codes.ts'
import { day, type Human } from '../human.ts'
import { saveContent } from './save-content.ts'

type Voucher = ShopContent['vouchers'][number]

/** Before the first order: most owners offer some vouchers. */
export async function enterVouchers(me: Human): Promise<void> {
  if (me.random.chance(0.1)) return
  const vouchers = codes.filter(() => me.random.chance(0.8)).map(code => voucherOf(me, code))
  me.tell(`offers ${vouchers.map(({ code }) => code).join(', ') || 'no voucher'}`)
  await saveContent(me, () => ({ vouchers }))
}

function voucherOf(me: Human, code: string): Voucher {
  const { random } = me
  const isLimited = code === wantedCode || random.chance(0.3)
  return {
    code,
    ...worth(me),
    from: dayFrom(me, random.pick([-30, -1, 0, 0, 0, 1])),
    until: random.chance(0.5) ? '' : dayFrom(me, random.whole(1, 6)),
    least: random.chance(0.2) ? inParts(me, random.whole(500, 8000)) : null,
    uses: isLimited ? random.whole(1, 3) : null,
    usesPerPerson: random.chance(0.4) ? random.whole(1, 2) : null,
  }
}

/** Some leave nothing to pay, and some leave less than cards can be charged. */
function worth(me: Human): Pick<Voucher, 'percent' | 'amount'> {
  const { random } = me
  const kind = random.weighted({ part: 6, fine: 3, nearlyAll: 2, all: 3, amount: 6, large: 2 })
  const percent = { part: 10, fine: 33.333, nearlyAll: 99.5, all: 100 }
  if (kind === 'amount') return { percent: null, amount: inParts(me, random.whole(1, 4000)) }
  if (kind === 'large') return { percent: null, amount: inParts(me, random.whole(5000, 90_000)) }
  return { percent: kind === 'part' ? random.pick([5, 10, 12.5, 25, 50]) : percent[kind], amount: null }
}

type Change = (voucher: Voucher, me: Human) => Partial<Voucher>

const changes = {
  otherWorth: (_, me) => worth(me),
  moreUses: ({ uses }, me) => ({ uses: (uses ?? 0) + me.random.whole(1, 2) }),
  fewUses: (_, me) => ({ uses: me.random.whole(1, 3) }),
  oncePerPerson: () => ({ usesPerPerson: 1 }),
  lastDay: ({ from }, me) => ({ until: laterOf(from, dayFrom(me, me.random.pick([-1, 0, 0, 0, 1]))) }),
  offeredAgain: (_, me) => ({ from: dayFrom(me, me.random.pick([0, 0, 1])), until: '' }),
  respelled: ({ code }) => ({ code: code.includes('O') ? code.replace('O', '0') : code.replace('0', 'O') }),
  forEver: (_, me) => ({ from: dayFrom(me, -1), until: '' }),
  otherLeast: (_, me) => ({ least: me.random.chance(0.5) ? null : inParts(me, me.random.whole(100, 9000)) }),
  nothing: () => ({ percent: 0, amount: null }),
  tooMuch: () => ({ percent: 100.5, amount: null }),
  tooFine: (_, me) => ({ percent: null, amount: tooFine(me, inParts(me, 500)) }),
  tooDear: (_, me) => ({ percent: null, amount: mostOf(me) + inParts(me, 1) }),
  bothWorths: (_, me) => ({ percent: 10, amount: inParts(me, 500) }),
  noWorth: () => ({ percent: null, amount: null }),
  endsBefore: ({ from }) => ({ until: new Date(Date.parse(from) - day).toISOString().slice(0, 10) }),
  shortCode: () => ({ code: 'OK' }),
  foreignCode: () => ({ code: 'ÉTÉ2030' }),
  noUses: () => ({ uses: 0 }),
} satisfies Record<string, Change>

const weights: Readonly<Record<keyof typeof changes | 'add' | 'remove' | 'alike', number>> = {
  add: 10,
  remove: 2,
  otherWorth: 5,
  moreUses: 3,
  fewUses: 4,
  oncePerPerson: 3,
  lastDay: 8,
  offeredAgain: 4,
  respelled: 2,
  forEver: 3,
  otherLeast: 2,
  nothing: 0.4,
  tooMuch: 0.4,
  tooFine: 0.4,
  tooDear: 0.3,
  bothWorths: 0.4,
  noWorth: 0.4,
  endsBefore: 0.4,
  shortCode: 0.4,
  foreignCode: 0.4,
  noUses: 0.4,
  alike: 0.6,
}

/** Offers another voucher, changes, limits, ends or removes one, or types what no voucher can be. */
export async function changeVouchers(me: Human): Promise<void> {
  await saveContent(me, ({ vouchers }) => {
    const what = me.random.weighted(weights)
    const missing = codes.filter(code => !vouchers.some(voucher => voucher.code === code))
    if (what === 'add' || vouchers.length === 0) {
      if (missing.length === 0) return undefined
      return { vouchers: [...vouchers, voucherOf(me, me.random.pick(missing))] }
    }
    const chosen = me.random.pick(vouchers)
    if (what === 'remove') return { vouchers: vouchers.filter(one => one !== chosen) }
    if (what === 'alike')
      return { vouchers: [...vouchers, { ...chosen, code: chosen.code.replace('O', '0').toLowerCase() }] }
    const change: Change = changes[what]
    return { vouchers: vouchers.map(one => (one === chosen ? { ...one, ...change(one, me) } : one)) }
  })
}

const laterOf = (one: string, other: string): string => (one > other ? one : other)

/** In the calendar of the shop, which is UTC. */
const dayFrom = ({ around }: Human, days: number): string =>
  new Date(around.now() + days * day).toISOString().slice(0, 10)
