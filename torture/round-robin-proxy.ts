import {
  request as ask,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Sends each request to the next shop that accepts the connection. */
export class RoundRobinProxy {
  readonly #server: Server
  #backends: readonly string[]
  #turn = 0

  private constructor(backends: readonly string[]) {
    this.#backends = backends
    this.#server = createServer((request, response) => void this.#forward(request, response))
  }

  static async open(backends: readonly string[]): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy(backends)
    await new Promise<void>(resolve => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    for (let tries = 0; tries < this.#backends.length; tries++) {
      const backend = this.#backends[this.#turn++ % this.#backends.length] ?? ''
      const answer = await forwarded(backend, request, body)
      if (answer === 'refused') continue
      if (answer === 'broken') break
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response).on('error', () => response.destroy())
      answer.once('error', () => response.destroy())
      return
    }
    // The result is unknown, so the client sees a broken connection.
    response.destroy()
  }
}

/** Only a refused connection may be retried, because a shop that got the request may have executed it. */
function forwarded(
  backend: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage | 'refused' | 'broken'> {
  return new Promise(resolve => {
    const outgoing = ask(`${backend}${url}`, { method, headers, agent: false }, resolve)
    outgoing.once('error', error => {
      resolve('code' in error && error.code === 'ECONNREFUSED' ? 'refused' : 'broken')
    })
    outgoing.end(body)
  })
}
