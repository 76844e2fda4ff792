import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { type EngineName, emptyPlace } from './databases.ts'

const root = join(import.meta.dirname, '../..')
const ownNode = join(root, 'node_modules/.bin/node')

export interface RunningShop {
  url: string
  process: ChildProcess
  /** Ends it as an operator would and removes its data. Answers the exit code. */
  stop(): Promise<number | null>
}

/** The built shop as its own process, on a free port and an empty place. */
export async function startShop(
  engine: EngineName,
  settings: Record<string, string> = {},
): Promise<RunningShop> {
  const place = await emptyPlace(engine)
  const child = spawn(ownNode, ['src/server/main.ts'], {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'warn', ...settings, ...place.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const url = await addressOf(child)
  return {
    url,
    process: child,
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      await place.remove()
      return code
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.stdout?.on('data', chunk => {
      printed += chunk
      const address = /open at (http:\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', code =>
      reject(new Error(`The shop ended with ${code} before it was open:\n${printed}`)),
    )
  })
}
