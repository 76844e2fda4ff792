import { type AnswerOf, type BodyOf, type ParamsOf, pathOf } from '#contract/endpoint.ts'
import type { Calls } from '#contract/index.ts'
import type { Browser, CallAnswer, CallRequest, Lost, Random, Surroundings } from '../interfaces.ts'

export type CallName = keyof Calls

/** What a call is about. A query is written as the pages write it. */
export interface Parts<N extends CallName> {
  params?: ParamsOf<Calls[N]>
  query?: Readonly<Record<string, string>>
  body?: BodyOf<Calls[N]>
  /** An idempotency key: the same again when the person repeats the call. */
  key?: string
}

/** What a person makes of an answer. */
export interface Reply<T> {
  /** 0 if no answer came. */
  status: number
  /** Present if the shop did what was asked and said something. */
  body: T | undefined
  isDone: boolean
  /** The code of a refusal, 'lost' without an answer, otherwise empty. */
  code: string
}

const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Whole seconds, so that people who begin together also click together. */
const pauses = [0, second, second, 2 * second, 5 * second, 20 * second, minute] as const

export interface Account {
  name: string
  email: string
  password: string
}

/** A person at one browser with one account: what they send, and what they remember. */
export class Human {
  readonly around: Surroundings
  readonly name: string
  email: string
  password: string
  /** The session token, as the page keeps it in local storage. */
  token: string | undefined
  /** The secret of the authenticator app, and what was printed for the day it is lost. */
  appSecret: string | undefined
  recoveryCodes: string[] = []
  #browser: Browser
  #drawer: { browser: Browser; token: string | undefined }[] = []

  constructor(around: Surroundings, account: Account) {
    this.around = around
    this.name = account.name
    this.email = account.email
    this.password = account.password
    this.#browser = around.newBrowser()
  }

  get random(): Random {
    return this.around.random
  }

  /** A call of the contract, after a moment of reading. */
  async ask<N extends CallName>(name: N, parts: Parts<N> = {}): Promise<Reply<AnswerOf<Calls[N]>>> {
    await this.around.wait(this.random.pick(pauses))
    return this.askAtOnce(name, parts)
  }

  /** The same without a pause, for what is clicked twice or in two tabs. */
  async askAtOnce<N extends CallName>(
    name: N,
    { params, query, body, key }: Parts<N> = {},
  ): Promise<Reply<AnswerOf<Calls[N]>>> {
    const [method = '', path = ''] = name.split(' ')
    const search = query ? `?${new URLSearchParams(query)}` : ''
    const answer = await this.send({
      method: method as CallRequest['method'],
      path: `${pathOf(path, params as Record<string, string> | undefined)}${search}`,
      ...(body !== undefined && { body }),
      ...(key && { headers: { 'idempotency-key': key } }),
    })
    return replyOf<AnswerOf<Calls[N]>>(answer)
  }

  /** Any request as this person. Their pages add the session token. */
  send(request: CallRequest): Promise<CallAnswer | Lost> {
    const isForShop = request.to !== 'cards'
    const headers = {
      ...(isForShop && this.token && { authorization: `Bearer ${this.token}` }),
      ...request.headers,
    }
    return this.#browser.call({ ...request, headers })
  }

  /** A text that is sent as it is. */
  async sendText(
    method: CallRequest['method'],
    path: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<Reply<unknown>> {
    return replyOf<unknown>(await this.send({ method, path, body, headers }))
  }

  /** A second window with the same cookies and the same local storage. */
  secondTab(): Human {
    const tab = new Human(this.around, this)
    tab.#browser = this.#browser.secondTab()
    tab.token = this.token
    tab.appSecret = this.appSecret
    return tab
  }

  /** Another device, or this one after its browser data was deleted. */
  takeNewDevice(): void {
    this.#drawer.push({ browser: this.#browser, token: this.token })
    this.#browser = this.around.newBrowser()
    this.token = undefined
  }

  /** An earlier device, as it was left. */
  takeOldDevice(): void {
    const [old] = this.#drawer.splice(this.random.whole(0, Math.max(0, this.#drawer.length - 1)), 1)
    if (!old) return
    this.#drawer.push({ browser: this.#browser, token: this.token })
    this.#browser = old.browser
    this.token = old.token
  }

  newKey(): string {
    return Array.from({ length: 4 }, () =>
      this.random.whole(0, 0xffffffff).toString(16).padStart(8, '0'),
    ).join('-')
  }

  tell(line: string): void {
    this.around.tell(line)
  }
}

export function replyOf<T>(answer: CallAnswer | Lost): Reply<T> {
  if (answer === 'lost') return { status: 0, body: undefined, isDone: false, code: 'lost' }
  const isDone = answer.status >= 200 && answer.status < 300
  const { code } = { ...(answer.body as { code?: unknown } | null) }
  return {
    status: answer.status,
    body: isDone ? (answer.body as T) : undefined,
    isDone,
    code: isDone ? '' : String(code ?? 'unknown'),
  }
}

/** Whether the person may think that the same again helps: no answer, or a shop in trouble. */
const isTrouble = ({ status }: Reply<unknown>): boolean => status === 0 || status >= 500

/** Repeats until an answer comes that means something. Some people give up early, and never know. */
export async function insist<T>(me: Human, attempt: () => Promise<Reply<T>>): Promise<Reply<T>> {
  const patience = me.random.weighted({ one: 1, three: 3, eight: 6 })
  const most = { one: 1, three: 3, eight: 8 }[patience]
  let reply = await attempt()
  for (let tries = 1; tries < most && isTrouble(reply) && !me.around.closing(); tries++) {
    await me.around.wait(me.random.pick([0, second, 5 * second, 30 * second, 2 * minute]))
    reply = await attempt()
  }
  return reply
}

/** Waits in parts, so that nobody sleeps on after the world has closed. */
export async function rest({ wait, now, closing }: Surroundings, ms: number): Promise<void> {
  const end = now() + ms
  while (now() < end && !closing()) await wait(Math.min(end - now(), 4 * hour))
}

/** An answer without sense confuses people; they go on with something else. Whether it was wrong is for the checker to say. */
export async function trying(me: Human, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    me.tell(`is confused: ${error instanceof Error ? error.message : String(error)}`)
  }
}
