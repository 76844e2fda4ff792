import { problemKinds } from '../../../src/contract/problem.ts'

/** One call as it left the page. */
export interface Asked {
  /** 'POST /api/order' */
  call: string
  query: Record<string, string>
  headers: Headers
  /** The body as JSON, or the form that was uploaded. */
  body: unknown
}

type Answer = (asked: Asked) => Response | Promise<Response>

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

export const nothing = (): Response => new Response(null, { status: 204 })

/** A refusal as the shop words it. */
export function refusal(code: keyof typeof problemKinds, more: object = {}): Response {
  const { status, title } = problemKinds[code]
  const problem = { type: 'about:blank', title, status, code, detail: `Refused: ${code}.`, ...more }
  return json(problem, status, { 'content-type': 'application/problem+json' })
}

/** The connection breaks, before or after the shop has done it. */
export const lost = (): never => {
  throw new TypeError('Failed to fetch')
}

/** An answer that comes when the test says so. */
export function held(answer: () => Response): { answer: Answer; release: () => void } {
  const gate = Promise.withResolvers<void>()
  return { answer: () => gate.promise.then(answer), release: () => gate.resolve() }
}

/** The network's edge: what the page sends ends here, and the test says what comes back. */
export class Network {
  readonly asked: Asked[] = []
  /** Calls that the test has no answer for. */
  readonly unanswered: string[] = []
  readonly #answers = new Map<string, Answer>()

  constructor() {
    globalThis.fetch = (address, init) => this.#fetch(String(address), init)
    Reflect.set(
      window,
      'XMLHttpRequest',
      uploaderOf(asked => this.#answer(asked)),
    )
    Reflect.set(globalThis, 'XMLHttpRequest', Reflect.get(window, 'XMLHttpRequest'))
  }

  /** Answers given in turn; the last one stays. */
  on(call: string, ...answers: Answer[]): this {
    let turn = 0
    this.#answers.set(call, asked => {
      const answer = answers[Math.min(turn++, answers.length - 1)]
      return answer ? answer(asked) : json({})
    })
    return this
  }

  to(call: string): Asked[] {
    return this.asked.filter(asked => asked.call === call)
  }

  async #fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined)
    const { signal } = init
    signal?.throwIfAborted()
    const answer = this.#answer(askedOf(init.method ?? 'GET', address, new Headers(init.headers), body))
    if (!signal) return answer
    const broken = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => broken.reject(signal.reason))
    return Promise.race([answer, broken.promise])
  }

  async #answer(asked: Asked): Promise<Response> {
    this.asked.push(asked)
    const answer = this.#answers.get(asked.call)
    if (answer) return answer(asked)
    this.unanswered.push(asked.call)
    return refusal('not_found')
  }
}

function askedOf(method: string, address: string, headers: Headers, body: unknown): Asked {
  const { pathname, searchParams } = new URL(address, 'http://shop.test')
  const call = `${method} ${decodeURIComponent(pathname)}`
  return { call, query: Object.fromEntries(searchParams), headers, body }
}

type Listener = (event: object) => void

class Heard {
  readonly #listeners: [string, Listener][] = []

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.push([name, listener])
  }

  tell(name: string, event: object = {}): void {
    for (const [heard, listener] of this.#listeners) if (heard === name) listener(event)
  }
}

/** An XMLHttpRequest as far as an upload needs it: half of the file first, then the answer. */
const uploaderOf = (answer: (asked: Asked) => Promise<Response>) =>
  class extends Heard {
    readonly upload = new Heard()
    readonly #headers = new Headers()
    #line: [string, string] = ['', '']
    status = 0
    responseText = ''

    open(method: string, address: string): void {
      this.#line = [method, address]
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value)
    }

    async send(body: unknown): Promise<void> {
      this.upload.tell('progress', { lengthComputable: true, loaded: 1, total: 2 })
      try {
        const told = await answer(askedOf(...this.#line, this.#headers, body))
        this.status = told.status
        this.responseText = await told.text()
        this.tell('progress')
        this.tell('load')
      } catch {
        this.tell('error')
      }
    }
  }
