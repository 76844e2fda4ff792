import type { Person } from '../../interfaces.ts'
import { enter } from '../accounts.ts'
import { type Account, day, Human, hour, rest, trying } from '../human.ts'
import type { Habits } from '../moods.ts'
import type { Overheard } from '../overheard.ts'
import { orderSomething } from '../shoppers/orders.ts'
import { callAsAdmin, sendBrokenBody, sendNonsense, touchForeign } from './any-call.ts'
import { guessPasswords, impersonate, replayLink, replaySession } from './attack-accounts.ts'
import { hoard, orderWrongly, payHonestly, reuseKey } from './attack-orders.ts'
import { changeAmount, forgeWebhook, mixPayments } from './attack-payments.ts'

const attacks = {
  callAsAdmin,
  touchForeign,
  mixPayments,
  sendNonsense,
  sendBrokenBody,
  orderWrongly,
  reuseKey,
  changeAmount,
  forgeWebhook,
  replayLink,
  replaySession,
  guessPasswords,
  impersonate,
  hoard,
  payHonestly,
} satisfies Record<string, (me: Human, overheard: Overheard) => Promise<unknown>>

const weights: Readonly<Record<keyof typeof attacks, number>> = {
  callAsAdmin: 6,
  touchForeign: 8,
  mixPayments: 4,
  sendNonsense: 8,
  sendBrokenBody: 2,
  orderWrongly: 6,
  reuseKey: 2,
  changeAmount: 3,
  forgeWebhook: 3,
  replayLink: 3,
  replaySession: 2,
  guessPasswords: 2,
  impersonate: 2,
  hoard: 1,
  payHonestly: 3,
}

/** Has an account like a shopper, and sends what nobody should. */
export const attacker = (account: Account, habits: Habits, overheard: Overheard): Person => ({
  name: account.name,
  async live(around) {
    const me = new Human(around, account)
    await rest(around, around.random.whole(1, 24) * hour)
    while (!around.closing()) {
      await trying(me, () => attackOnce(me, habits, overheard))
      await rest(around, (around.random.whole(1, 200) / 100 / habits.attacksPerDay) * day)
      if (around.random.chance(habits.rush / 2)) await rest(around, hour - (around.now() % hour))
    }
  },
})

async function attackOnce(me: Human, { haste }: Habits, overheard: Overheard): Promise<void> {
  // Some attacks need no account.
  if (!(await enter(me)) && me.random.chance(0.7)) return
  if (me.random.chance(0.2)) await orderSomething(me, haste)
  const name = me.random.weighted(weights)
  me.tell(`attacks: ${name}`)
  await attacks[name](me, overheard)
}
