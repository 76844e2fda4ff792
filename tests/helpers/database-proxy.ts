import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What lies between a shop and its PostgreSQL, and can fail. */
export interface DatabaseProxy {
  /** The address of the database, through the wire. */
  url: string
  /** Connections that are there stay open and carry nothing more; new ones work. */
  freeze(): void
  /** Hangs up on whoever sends these words, before the database hears them or before its answer comes back. */
  cutAt(words: string, heard?: boolean): void
  /** How many connections were ever made. */
  made(): number
  close(): Promise<void>
}

export async function proxyTo(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  let [made, fatalWords, isHeard] = [0, '', false]
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
      const isFatal = fatalWords !== '' && chunk.includes(fatalWords)
      if (!isFatal) far.write(chunk)
      else if (isHeard) far.removeAllListeners('data').write(chunk, () => near.destroy())
      else near.destroy()
    })
    far.on('data', chunk => near.write(chunk))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    freeze() {
      for (const socket of [...pairs].flat()) socket.removeAllListeners('data').pause()
    },
    cutAt(words, heard = false) {
      fatalWords = words
      isHeard = heard
    },
    made: () => made,
    async close() {
      for (const socket of [...pairs].flat()) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
