import { sendSpoiled } from '../attackers/any-call.ts'
import { type Human, insist } from '../human.ts'
import { some } from '../words.ts'
import { listItems } from './stocking.ts'

/** Types something wrong into some form. */
export async function slip(me: Human): Promise<void> {
  const [item] = some(me.random, await listItems(me), 1)
  const { body: orders = [] } = await insist(me, () => me.ask('GET /booking'))
  const [order] = some(me.random, orders, 1)
  const id = me.random.chance(0.5) ? item?._id : order?._id
  await sendSpoiled(me, {
    id,
    _id: order?._id,
    itemId: item?._id,
    version: item?.version,
    email: order?.email,
  })
}
