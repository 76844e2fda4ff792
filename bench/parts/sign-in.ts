import { Passwords } from '../../src/server/adapters/passwords.ts'
import { openDatabase } from '../../src/server/db/engine/open-database.ts'
import { rowOf } from '../figures.ts'
import { faultsIn } from '../load/result.ts'
import { bottleneckOf, serve } from '../load/served.ts'
import { inTurn, type Part } from '../part.ts'
import type { Prepared } from '../prepare.ts'
import { ask } from '../processes.ts'
import type { Sent } from '../send.ts'
import { databaseIn, withShop } from '../with-shop.ts'
import type { HashTask } from '../yardsticks/argon2.ts'

export const password = 'correct-horse'
const connections = 4

/** Gives all customers the same password, because hashing is slow, and returns the hash. */
export async function givePasswords({ database, customers }: Prepared): Promise<string> {
  const stored = await new Passwords().hash(password)
  const ids = customers.map(({ id }) => id)
  const db = await openDatabase(database, () => undefined)
  await db.write(tx =>
    tx.updateTable('users').set({ password_hash: stored }).where('id', 'in', ids).execute(),
  )
  await db.close()
  return stored
}

/** Sign-ins, against checking the password alone. */
export const signIns: Part = bench =>
  withShop(databaseIn(bench, 'sign-in'), 40, async (shop, prepared) => {
    const stored = await givePasswords(prepared)
    const { seconds } = bench
    const requests = prepared.customers.map(({ email }): Sent => {
      const headers = { 'content-type': 'application/json' }
      return { method: 'POST', path: '/api/auth/sign-in', headers, body: JSON.stringify({ email, password }) }
    })
    const sides = await inTurn(
      bench,
      () => serve(shop, { connections, requests, until: { seconds } }),
      () => ask<number>('yardsticks/argon2.ts', { password, stored, seconds } satisfies HashTask),
    )
    const row = rowOf({
      name: 'sign-in',
      unit: 'sign-ins/s',
      kind: 'ratio',
      shop: sides.shop.map(({ perSecond }) => perSecond),
      yardstick: sides.yardstick,
      goal: { atLeast: 0.85 },
      notes: [
        'against argon2id alone, two at once',
        `bottleneck ${bottleneckOf(sides.shop)}`,
        `${connections} connections`,
      ],
      invalid: faultsIn(sides.shop),
    })
    return [row]
  })
