import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { addressInOutput } from '../scripts/address-in-output.ts'
import { startFlags } from '../scripts/start-flags.ts'
import { cardKeys } from '../tests/helpers/card-keys.ts'
import type { TestDatabase } from '../tests/helpers/databases.ts'
import { type InheritedSocket, spawnOn } from '../tests/helpers/inherited-socket.ts'

const root = join(import.meta.dirname, '..')

export interface ProcessOptions {
  /** The folder of the built shop; this checkout by default. */
  folder?: string
  /** Used instead of a port. */
  socket?: InheritedSocket
}

/** A shop in its own process, on data that outlives it. */
export class ShopProcess {
  readonly url: string
  readonly startedInMs: number
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, url: string, startedInMs: number) {
    this.#child = child
    this.url = url
    this.startedInMs = startedInMs
  }

  static async start(
    environment: TestDatabase['environment'],
    port: number,
    settings: Record<string, string> = {},
    { folder = root, socket }: ProcessOptions = {},
  ): Promise<ShopProcess> {
    const begun = performance.now()
    const parameters = [...startFlags(), join(folder, 'build/shop/main.js')]
    const child = spawnOn(socket, process.execPath, parameters, {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
        MALLOC_MMAP_THRESHOLD_: '1048576',
        MALLOC_ARENA_MAX: '2',
        SHOP_MODE: 'live',
        ...cardKeys,
        LOG_LEVEL: 'fatal',
        PORT: String(port),
        ...settings,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const url = await new Promise<string>((resolve, reject) => {
      let printed = ''
      child.stdout?.on('data', chunk => {
        printed += chunk
        const found = addressInOutput(printed)
        if (found) resolve(found)
      })
      child.once('exit', code => reject(new Error(`The shop ended with ${code}:\n${printed}`)))
    })
    return new ShopProcess(child, url, performance.now() - begun)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill(signal)
    await ended
  }
}
