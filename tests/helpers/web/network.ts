import { problemKinds } from '../../../src/contract/problem.ts'

/** A call that the page made. */
export interface RecordedCall {
  /** For example 'POST /api/order'. */
  call: string
  query: Record<string, string>
  headers: Headers
  /** The body as JSON, or the form that was uploaded. */
  body: unknown
}

type Answer = (asked: RecordedCall) => Response | Promise<Response>

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

export const nothing = (): Response => new Response(null, { status: 204 })

/** A refusal in the shop's format. */
export function refusal(code: keyof typeof problemKinds, more: object = {}): Response {
  const { status, title } = problemKinds[code]
  const problem = { type: 'about:blank', title, status, code, detail: `Refused: ${code}.`, ...more }
  return json(problem, status, { 'content-type': 'application/problem+json' })
}

/** The connection breaks, and the page cannot know whether the shop got the call. */
export const lost = (): never => {
  throw new TypeError('Failed to fetch')
}

/** An answer that waits for release(). */
export function held(answer: () => Response): { answer: Answer; release: () => void } {
  const gate = Promise.withResolvers<void>()
  return { answer: () => gate.promise.then(answer), release: () => gate.resolve() }
}

/** Replaces fetch and XMLHttpRequest: records the page's calls and gives the test's answers. */
export class Network {
  readonly asked: RecordedCall[] = []
  /** Calls without an answer in the test. */
  readonly unanswered: string[] = []
  readonly #answers = new Map<string, Answer>()

  constructor() {
    globalThis.fetch = (address, init) => this.#fetch(String(address), init)
    Reflect.set(
      window,
      'XMLHttpRequest',
      uploaderOf(sent => this.#answer(sent)),
    )
    Reflect.set(globalThis, 'XMLHttpRequest', Reflect.get(window, 'XMLHttpRequest'))
  }

  /** Gives these answers in turn and repeats the last one. */
  on(call: string, ...answers: Answer[]): this {
    let turn = 0
    this.#answers.set(call, asked => {
      const answer = answers[Math.min(turn++, answers.length - 1)]
      return answer ? answer(asked) : json({})
    })
    return this
  }

  to(call: string): RecordedCall[] {
    return this.asked.filter(asked => asked.call === call)
  }

  async #fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : (init.body ?? undefined)
    const { signal } = init
    signal?.throwIfAborted()
    const answer = this.#answer(callOf(init.method ?? 'GET', address, new Headers(init.headers), body))
    if (!signal) return answer
    const broken = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => broken.reject(signal.reason))
    return Promise.race([answer, broken.promise])
  }

  async #answer(asked: RecordedCall): Promise<Response> {
    this.asked.push(asked)
    const answer = this.#answers.get(asked.call)
    if (answer) return answer(asked)
    this.unanswered.push(asked.call)
    return refusal('not_found')
  }
}

function callOf(method: string, address: string, headers: Headers, body: unknown): RecordedCall {
  const { pathname, searchParams } = new URL(address, 'http://shop.test')
  const call = `${method} ${decodeURIComponent(pathname)}`
  return { call, query: Object.fromEntries(searchParams), headers, body }
}

type Listener = (event: object) => void

class EventListeners {
  readonly #listeners: [string, Listener][] = []

  addEventListener(name: string, listener: Listener): void {
    this.#listeners.push([name, listener])
  }

  dispatch(name: string, event: object = {}): void {
    for (const [type, listener] of this.#listeners) if (type === name) listener(event)
  }
}

/** The part of XMLHttpRequest that an upload uses. It reports half of the file first, then the answer. */
const uploaderOf = (answer: (asked: RecordedCall) => Promise<Response>) =>
  class extends EventListeners {
    readonly upload = new EventListeners()
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

    abort(): void {
      this.dispatch('abort')
    }

    async send(body: unknown): Promise<void> {
      this.upload.dispatch('progress', { lengthComputable: true, loaded: 1, total: 2 })
      try {
        const response = await answer(callOf(...this.#line, this.#headers, body))
        this.status = response.status
        this.responseText = await response.text()
        this.dispatch('progress')
        this.dispatch('load')
      } catch {
        this.dispatch('error')
      }
    }
  }
