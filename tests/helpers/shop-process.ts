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
  /** All that it has printed, both streams. */
  printed(): string
  ended: Promise<number | null>
}

/** A shop of its own process, without pages; on a socket that is held for it, or on a port of its own. */
export function spawnShop(settings: Record<string, string>, socket?: InheritedSocket): Spawned {
  const child = spawnOn(socket, process.execPath, [program], {
    env: { ...programEnvironment, PORT: '0', LOG_LEVEL: 'warn', SHOP_MODE: 'live', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const listenTo = (chunk: Buffer) => {
    printed += chunk
  }
  child.stdout?.on('data', listenTo)
  child.stderr?.on('data', listenTo)
  return { process: child, printed: () => printed, ended }
}

/** The same, once it is open. Rejects with what it printed when it does not open. */
export function startProcess(
  settings: Record<string, string>,
  socket?: InheritedSocket,
): Promise<ShopProcess> {
  const shop = spawnShop(settings, socket)
  return new Promise((resolve, reject) => {
    const look = () => {
      const url = /^open at (\S+)$/m.exec(shop.printed())?.[1]
      if (url) resolve({ ...shop, url })
    }
    shop.process.stdout?.on('data', look)
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

/** A shop process on a place of its own; it is gone afterwards, and its place too. */
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
