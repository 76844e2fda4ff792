import { spawn } from 'node:child_process'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../tests/helpers/postgres.ts'
import { differenceRow, type Pair } from '../figures.ts'
import { type Part, rounds } from '../part.ts'
import { prepare, smallSize } from '../prepare.ts'
import { end, shopCommand } from '../processes.ts'

const root = join(import.meta.dirname, '../..')

/** From the start of the process to its first answer: the shop is built, and its database is up to date. */
export const starts: Part = async bench => {
  const dataDir = join(bench.folder, 'start')
  await prepare({ dataDir, databaseUrl: undefined }, smallSize, 1)
  const shop = async () => {
    // With a port of its own, as by default: the shop does not wait for the sandbox then.
    const sandboxPort = String(await freePort())
    const { url, parameters, env } = await shopCommand({ DATA_DIR: dataDir, SANDBOX_PORT: sandboxPort })
    return timeToAnswer(`${url}/api/items?limit=50`, parameters, env)
  }
  const yardstick = async () => {
    const port = await freePort()
    const parameters = [join(import.meta.dirname, '../yardsticks/hello.ts'), String(port)]
    return timeToAnswer(`http://127.0.0.1:${port}/`, parameters, { PATH: process.env.PATH })
  }
  await shop()
  await yardstick()
  const pairs: Pair[] = []
  for (const _ of [...rounds(bench), 'more', 'more'])
    pairs.push({ shop: await shop(), yardstick: await yardstick() })
  const name = 'start to the first answer'
  return [differenceRow({ name, unit: 'ms', against: 'bare node:http', pairs, goal: { atMost: 400 } })]
}

async function timeToAnswer(url: string, parameters: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const begun = performance.now()
  const child = spawn(process.execPath, parameters, {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    while (!(await answers(url))) await delay(3)
    return performance.now() - begun
  } finally {
    await end(child)
  }
}

function answers(url: string): Promise<boolean> {
  return new Promise(resolve => {
    const outgoing = request(url, { agent: false }, incoming => {
      incoming.resume().once('end', () => resolve(incoming.statusCode === 200))
    })
    outgoing.once('error', () => resolve(false))
    outgoing.end()
  })
}
