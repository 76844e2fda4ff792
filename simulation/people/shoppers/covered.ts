import type { Order } from '#contract/orders.ts'
import { type Human, insist } from '../human.ts'

/** A voucher covers everything, and no card is needed. */
export async function payCovered(
  me: Human,
  [first, ...others]: readonly Order[],
  voucher: string,
): Promise<void> {
  if (!first || me.random.chance(0.1)) return
  me.tell(`pays ${first.number} with ${voucher} alone`)
  const params = { id: first._id }
  const body = { ...(others.length > 0 && { with: others.map(({ _id }) => _id) }), voucher }
  const cover = () => me.ask('POST /booking/{id}/covered', { params, body })
  if (me.random.chance(0.15)) await Promise.all([cover(), cover()])
  else await insist(me, cover)
}
