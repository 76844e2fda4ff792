import { join } from 'node:path'
import { Passwords } from '../../src/server/adapters/passwords.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { type Pair, ratioRow } from '../figures.ts'
import type { LoadResult, Sent } from '../load/child.ts'
import { faultsIn, load } from '../load/load.ts'
import { type Part, rounds } from '../part.ts'
import { type Customer, prepare, smallSize } from '../prepare.ts'
import { ask, startShop } from '../processes.ts'
import type { HashTask } from '../yardsticks/argon2.ts'

export const password = 'correct-horse'
const connections = 4

/** The same password for everybody: making one hash takes long enough. Answers the hash. */
export async function givePasswords(dataDir: string, customers: readonly Customer[]): Promise<string> {
  const stored = await new Passwords().hash(password)
  const db = await openDatabase({ dataDir, databaseUrl: undefined }, () => undefined)
  await db.write(tx =>
    tx
      .updateTable('users')
      .set({ password_hash: stored })
      .where(
        'id',
        'in',
        customers.map(({ id }) => id),
      )
      .execute(),
  )
  await db.close()
  return stored
}

/** Signing in costs what checking the password costs; the rest should not show. */
export const signIns: Part = async bench => {
  const dataDir = join(bench.folder, 'sign-in')
  const { customers } = await prepare({ dataDir, databaseUrl: undefined }, smallSize, 40)
  const stored = await givePasswords(dataDir, customers)
  const shop = await startShop({ DATA_DIR: dataDir })
  const results: LoadResult[] = []
  const requests = customers.map(({ email }): Sent => {
    const headers = { 'content-type': 'application/json' }
    return { method: 'POST', path: '/api/auth/sign-in', headers, body: JSON.stringify({ email, password }) }
  })
  const signIn = async (seconds: number) => {
    const result = await load({ url: shop.url, connections, seconds, requests, shared: true })
    results.push(result)
    return result.perSecond
  }
  const hash = (seconds: number) =>
    ask<number>('yardsticks/argon2.ts', { password, stored, seconds } satisfies HashTask)
  try {
    await signIn(1)
    const pairs: Pair[] = []
    for (const _ of rounds(bench))
      pairs.push({ shop: await signIn(bench.seconds), yardstick: await hash(bench.seconds) })
    return [
      ratioRow({
        name: 'sign-in',
        unit: 'sign-ins/s',
        against: 'argon2id alone, two at once',
        pairs,
        goal: { atLeast: 0.85 },
        note: `${connections} connections`,
        invalid: faultsIn(results),
      }),
    ]
  } finally {
    await shop.end()
  }
}
