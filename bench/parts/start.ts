import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../tests/helpers/free-port.ts'
import { rowOf } from '../figures.ts'
import { inTurn, type Part } from '../part.ts'
import { prepare } from '../prepare.ts'
import { end, shopCommand } from '../processes.ts'
import { send } from '../send.ts'
import { databaseIn, settingsOf } from '../with-shop.ts'

const root = join(import.meta.dirname, '../..')

/** The time from the start of the process to its first answer, with a build and a migrated database. */
export const starts: Part = async bench => {
  const { database } = await prepare(databaseIn(bench, 'start'), 1, { mode: 'live' })
  const shop = async () => {
    // A demo shop's sandbox starts after the shop and would outlive one that ends so soon; a live shop has none.
    const { url, parameters, env } = await shopCommand({ ...settingsOf(database), SHOP_MODE: 'live' })
    return timeToAnswer(url, '/api/items?limit=50', parameters, env)
  }
  const yardstick = async () => {
    const port = await freePort()
    const parameters = [join(import.meta.dirname, '../yardsticks/hello.ts'), String(port)]
    return timeToAnswer(`http://127.0.0.1:${port}`, '/', parameters, { PATH: process.env.PATH })
  }
  // More rounds, because each takes less than a second.
  const row = rowOf({
    ...(await inTurn({ rounds: bench.rounds + 2 }, shop, yardstick)),
    name: 'start to the first answer',
    unit: 'ms',
    kind: 'difference',
    goal: { atMost: 500 },
    notes: ['against bare node:http'],
    inReadme: true,
  })
  return [row]
}

async function timeToAnswer(
  url: string,
  path: string,
  parameters: string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const answers = () =>
    send(url, { path }).then(
      ({ status }) => status === 200,
      () => false,
    )
  const begun = performance.now()
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    while (!(await answers())) await delay(3)
    return performance.now() - begun
  } finally {
    await end(child)
  }
}
