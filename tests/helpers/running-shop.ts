import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { addressInOutput } from '../../scripts/address-in-output.ts'
import { ownNode } from '../../scripts/bootstrap/own-node.mjs'
import { type EngineName, emptyDatabase, type TestDatabase } from './databases.ts'
import { freePort } from './free-port.ts'
import { programEnvironment } from './program-environment.ts'

const root = join(import.meta.dirname, '../..')

export interface RunningShop {
  url: string
  sandboxUrl: string
  process: ChildProcess
  /** The settings of its database, for commands that use the same data. */
  environment: TestDatabase['environment']
  log(): string
  /** Its exit code, once it and all its children have closed their output. */
  gone: Promise<number | null>
  /** Ends it with SIGTERM, removes its data and returns the exit code. */
  stop(): Promise<number | null>
}

interface LaunchOptions {
  program?: readonly [string, ...string[]]
  /** Starts it in its own process group. */
  detached?: boolean
}

/** The built shop as `npm start` runs it, with the sandbox, on free ports and an empty database. */
export async function startShop(
  engine: EngineName,
  settings: Record<string, string> = {},
  { program: [program, ...parameters] = [ownNode, 'scripts/start.ts'], detached = false }: LaunchOptions = {},
): Promise<RunningShop> {
  const database = await emptyDatabase(engine)
  const ports = { PORT: String(await freePort()), SANDBOX_PORT: '0' }
  const child = spawn(program, parameters, {
    cwd: root,
    env: { ...programEnvironment, LOG_LEVEL: 'warn', ...ports, ...settings, ...database.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  })
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const gone = new Promise<number | null>(resolve => child.once('close', resolve))
  let printed = ''
  child.stderr.on('data', chunk => {
    printed += chunk
  })
  const found = await new Promise<Pick<RunningShop, 'url' | 'sandboxUrl'>>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      printed += chunk
      const url = addressInOutput(printed)
      const sandboxUrl = /Sandbox +(http:\S+)\s/.exec(printed)?.[1]
      if (url && (sandboxUrl || settings.SHOP_MODE === 'live')) resolve({ url, sandboxUrl: sandboxUrl ?? '' })
    })
    child.once('exit', code =>
      reject(new Error(`The shop ended with ${code} before it was open:\n${printed}`)),
    )
  })
  return {
    ...found,
    process: child,
    environment: database.environment,
    log: () => printed,
    gone,
    async stop() {
      child.kill('SIGTERM')
      const code = await ended
      // A process that it left behind would hold these streams open and keep this process alive.
      for (const stream of [child.stdout, child.stderr]) stream.destroy()
      await database.remove()
      return code
    },
  }
}
