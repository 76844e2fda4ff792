import { periodLengths } from '#domain/period.ts'
import { withSnapshot } from '../../../src/server/db/engine/snapshot.ts'
import type { Prepared } from '../../prepare.ts'
import { bearer } from '../../requests.ts'
import type { Sent } from '../../send.ts'

/** Searches of orders and the insights, by the name of their row. */
export async function ownerCallsOf({ database, admin }: Prepared): Promise<Record<string, Sent[]>> {
  const orders = await withSnapshot(database, db =>
    db
      .selectFrom('orders')
      .select(['number', 'email', 'owner_name', 'item_name'])
      .orderBy('id')
      .limit(200)
      .offset(300)
      .execute(),
  )
  const texts = {
    'order by number': orders.map(({ number }) => `T-${number}`),
    'orders by email': orders.map(({ email }) => email),
    'orders by name': orders.map(({ owner_name }) => owner_name),
    'orders by first name': orders.map(({ owner_name }) => owner_name.split(' ')[0] ?? ''),
    'orders by item': orders.map(({ item_name }) => item_name),
    'orders by a word of the item': orders.flatMap(({ item_name }) => item_name.split(' ').slice(0, 3)),
    'orders by one letter': [...'abcdefghijklmnoprstuvw'],
  }
  const headers = bearer(admin)
  const searches = Object.entries(texts).map(([name, given]): [string, Sent[]] => [
    name,
    given.map(text => ({ path: `/api/booking?search=${encodeURIComponent(text)}`, headers })),
  ])
  return {
    ...Object.fromEntries(searches),
    insights: periodLengths.map(days => ({ path: `/api/insights?days=${days}`, headers })),
  }
}
