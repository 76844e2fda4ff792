import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Linux assigns ports from here on to connections, macOS and Windows from 49152. */
const firstEphemeral = 32_768

/**
 * A port for a program that is about to start. Ephemeral ports are excluded, because the system could assign one to a
 * connection before the program listens.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, firstEphemeral)
    if (await isFree(port)) return port
  }
}

export function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
