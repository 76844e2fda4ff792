import { Agent } from 'node:http'
import { type Sent, send } from '../../send.ts'

/** Calls one shop over one connection and throws if a call fails. */
export class Visitor {
  readonly #url: string
  readonly #change: Sent
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  /** `change` is a request that changes the catalogue, which clears the cached responses. */
  constructor(url: string, change: Sent) {
    this.#url = url
    this.#change = change
  }

  async ask(sent: Sent): Promise<string> {
    const { status, body } = await send(this.#url, sent, this.#agent)
    if (status >= 300) throw new Error(`${status} ${sent.path}: ${body}`)
    return String(body)
  }

  async change(): Promise<void> {
    await this.ask(this.#change)
  }

  close(): void {
    this.#agent.destroy()
  }
}

export function pick<T>(list: readonly T[], turn: number): T {
  const one = list[turn % list.length]
  if (one === undefined) throw new Error('There is nothing to ask')
  return one
}
