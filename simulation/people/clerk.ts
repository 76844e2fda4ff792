import type { Person, ProviderPayment, Surroundings } from '../interfaces.ts'
import { day, rest } from './human.ts'
import type { Habits } from './moods.ts'
import { some } from './words.ts'

/** Works at the card provider: refunds by hand for buyers who call there, and disputes of their banks. */
export const clerk = (name: string, habits: Habits): Person => ({
  name,
  async live(around) {
    while (!around.closing()) {
      await rest(around, (around.random.whole(1, 200) / 100 / habits.clerkActsPerDay) * day)
      if (around.closing()) return
      await act(around).catch(error => around.tell(`is confused: ${String(error)}`))
    }
  },
})

async function act(around: Surroundings): Promise<void> {
  const { provider, random } = around
  const payments = provider.payments()
  const disputed = payments.filter(({ disputes }) => disputes.some(({ status }) => isOpen(status)))
  const [ending] = some(random, disputed, 1)
  if (ending && random.chance(0.5)) {
    const won = random.chance(0.5)
    around.tell(`ends the dispute about ${ending.id}: ${won ? 'the shop wins' : 'the shop loses'}`)
    await provider.endDispute(ending.id, won)
    return
  }
  // A call is mostly about something recent.
  const charged = payments.filter(({ status }) => status === 'succeeded')
  const [payment] = some(random, random.chance(0.7) ? charged.slice(-10) : charged, 1)
  if (!payment) return
  if (random.chance(0.5)) {
    around.tell(`opens a dispute about ${payment.id}`)
    await provider.dispute(payment.id)
  } else await refundByHand(around, payment)
}

async function refundByHand(
  { provider, random, tell }: Surroundings,
  payment: ProviderPayment,
): Promise<void> {
  const back = payment.refunds.reduce(
    (sum, { amount, status }) => (status === 'failed' ? sum : sum + amount),
    0,
  )
  const left = payment.received - back
  if (left <= 0) return
  const step = payment.currency === 'kwd' ? 10 : 1
  const amount = random.chance(0.4) ? undefined : step * random.whole(1, Math.max(1, left / step))
  tell(`refunds ${amount ?? 'all'} of ${payment.id}`)
  await provider.refund(payment.id, amount)
}

const isOpen = (status: string): boolean => !['won', 'lost', 'warning_closed'].includes(status)
