import { Agent } from 'node:http'
import { type Sent, send } from '../../send.ts'

/** Asks one shop over one connection. An answer that is no success ends the measuring. */
export class Visitor {
  readonly #url: string
  readonly #orders: readonly Sent[]
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #turn = 0
  #removal: Sent | undefined

  constructor(url: string, orders: readonly Sent[]) {
    this.#url = url
    this.#orders = orders
  }

  async ask(sent: Sent): Promise<string> {
    const { status, body } = await send(this.#url, sent, this.#agent)
    if (status >= 300) throw new Error(`${status} ${sent.path}: ${body}`)
    return String(body)
  }

  /** Places an order, and takes it back the next time: nobody ever has too many unpaid ones. */
  async change(): Promise<void> {
    const removal = this.#removal
    this.#removal = undefined
    if (removal) return void (await this.ask(removal))
    const order = pick(this.#orders, this.#turn++)
    const { _id: id } = JSON.parse(await this.ask(order)) as { _id: string }
    const authorization = order.headers?.authorization ?? ''
    this.#removal = { method: 'DELETE', path: `/api/myBooking/${id}`, headers: { authorization } }
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
