import { StatementSync } from 'node:sqlite'
import pg from 'pg'
import { readConfig } from '../../src/server/config.ts'
import { openShop } from '../../src/server/process/open-shop.ts'

/** Started by migrate.test.ts: opens a shop and kills itself at its n-th statement. */
let left = Number(process.argv[2])
const countDown = () => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL')
}

for (const [owner, name] of [
  [StatementSync.prototype, 'run'],
  [StatementSync.prototype, 'all'],
  [pg.Client.prototype, 'query'],
] as const) {
  const original = Reflect.get(owner, name) as (...values: unknown[]) => unknown
  Reflect.set(owner, name, function (this: unknown, ...values: unknown[]) {
    countDown()
    return original.apply(this, values)
  })
}

const { db } = await openShop(readConfig(process.env), () => undefined)
await db.close()
