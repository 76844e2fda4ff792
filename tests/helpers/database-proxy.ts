import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A TCP proxy between a shop and its PostgreSQL that simulates network faults. */
export interface DatabaseProxy {
  /** The URL of the database, through the proxy. */
  url: string
  /** Existing connections stay open but carry no more data; new ones work. */
  freeze(): void
  /** Closes a connection that sends this text: before the database gets it or, if `delivered`, before its answer arrives. */
  cutAt(text: string, delivered?: boolean): void
  connectionCount(): number
  close(): Promise<void>
}

export async function proxyTo(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  let [connections, fatalText, isDelivered] = [0, '', false]
  const server = createServer(near => {
    connections++
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
      const isFatal = fatalText !== '' && chunk.includes(fatalText)
      if (!isFatal) far.write(chunk)
      else if (isDelivered) far.removeAllListeners('data').write(chunk, () => near.destroy())
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
    cutAt(text, delivered = false) {
      fatalText = text
      isDelivered = delivered
    },
    connectionCount: () => connections,
    async close() {
      for (const socket of [...pairs].flat()) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
