import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** From here on Linux hands ports out by itself, macOS and Windows from 49152. */
const handedOut = 32_768

/**
 * A port for a program that is about to start. None of those that systems hand out: between this question and that
 * start, somebody's connection could be given it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, handedOut)
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
