import type { ChildProcess } from 'node:child_process'
import { type EngineName, migratedDatabase, type TestDatabase } from './databases.ts'
import { type InheritedSocket, spawnOn } from './inherited-socket.ts'
import { programFile } from './program.ts'
import { programEnvironment } from './program-environment.ts'

const program = programFile('tests/helpers/shop-without-pages.ts')

export interface ShopProcess extends Spawned {
  url: string
}

/** A shop that may not be open yet. */
export interface Spawned {
  process: ChildProcess
  /** Its stdout and stderr so far. */
  printed(): string
  ended: Promise<number | null>
}

/** Starts a shop without pages, on an inherited socket or a free port. */
export function spawnShop(settings: Record<string, string>, socket?: InheritedSocket): Spawned {
  const child = spawnOn(socket, process.execPath, [program], {
    env: { ...programEnvironment, PORT: '0', LOG_LEVEL: 'warn', SHOP_MODE: 'live', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const collect = (chunk: Buffer) => {
    printed += chunk
  }
  child.stdout?.on('data', collect)
  child.stderr?.on('data', collect)
  return { process: child, printed: () => printed, ended }
}

/** The same, and waits until it is open. */
export function startProcess(
  settings: Record<string, string>,
  socket?: InheritedSocket,
): Promise<ShopProcess> {
  const shop = spawnShop(settings, socket)
  return new Promise((resolve, reject) => {
    const check = () => {
      const url = /^open at (\S+)$/m.exec(shop.printed())?.[1]
      if (url) resolve({ ...shop, url })
    }
    shop.process.stdout?.on('data', check)
    void shop.ended.then(code => reject(new FailedStart(code, shop.printed())))
  })
}

export class FailedStart extends Error {
  readonly code: number | null
  readonly printed: string

  constructor(code: number | null, printed: string) {
    super(`The shop ended with ${code}: ${printed}`)
    this.code = code
    this.printed = printed
  }
}

/** Runs a shop process on a new database during the work. */
export async function withProcess(
  engine: EngineName,
  settings: Record<string, string>,
  work: (shop: ShopProcess, database: TestDatabase) => Promise<void>,
): Promise<void> {
  const database = await migratedDatabase(engine)
  const shop = await startProcess({ ...settings, ...database.environment })
  try {
    await work(shop, database)
  } finally {
    shop.process.kill('SIGKILL')
    await shop.ended
    await database.remove()
  }
}
