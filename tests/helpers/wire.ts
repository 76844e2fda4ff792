import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What lies between a shop and its PostgreSQL, and can fail. */
export interface Wire {
  /** The address of the database, through the wire. */
  url: string
  /** Connections that are there stay open and carry nothing more; new ones work. */
  freeze(): void
  /** Hangs up on whoever sends these words. */
  cutAt(words: string): void
  /** How many connections were ever made. */
  made(): number
  close(): Promise<void>
}

export async function wireTo(databaseUrl: string): Promise<Wire> {
  const target = new URL(databaseUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  let [made, fatalWords] = [0, '']
  const server = createServer(near => {
    made++
    const far = connect(Number(target.port), target.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [from, to] of [pair, [far, near] as const])
      from
        .on('error', () => undefined)
        .once('close', () => {
          pairs.delete(pair)
          to.destroy()
        })
    near.on('data', chunk => {
      if (fatalWords && chunk.includes(fatalWords)) near.destroy()
      else far.write(chunk)
    })
    far.on('data', chunk => near.write(chunk))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    freeze() {
      for (const socket of [...pairs].flat()) socket.removeAllListeners('data').pause()
    },
    cutAt(words) {
      fatalWords = words
    },
    made: () => made,
    async close() {
      for (const socket of [...pairs].flat()) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
