import type { Host, WorldEvent } from '../interfaces.ts'

export interface Answer {
  step: number
  at: number
  status: number
  body: unknown
}

/** A request that left a browser. Its answer is filled in when it arrives, and may never. */
export interface Call {
  number: number
  who: string
  to: Host
  method: string
  /** Without its query. */
  path: string
  query: URLSearchParams
  body: unknown
  /** The session's token. */
  token: string | undefined
  idempotencyKey: string | undefined
  step: number
  at: number
  answer: Answer | undefined
  /** The network has brought it twice: it may have its effect again after its answer. */
  isDoubled: boolean
}

export type AnsweredCall = Call & { answer: Answer }

type Sent = Extract<WorldEvent, { kind: 'sent' }>

export function callOf({ call, who, to, method, path, body, headers, step, at }: Sent): Call {
  const [pathname = '', query = ''] = path.split('?', 2)
  return {
    number: call,
    who,
    to,
    method,
    path: pathname,
    query: new URLSearchParams(query),
    body,
    token: /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1],
    idempotencyKey: headers['idempotency-key'],
    step,
    at,
    answer: undefined,
    isDoubled: false,
  }
}

/** Whether the shop said that it did what was asked. */
export const isDone = (call: Call): call is AnsweredCall =>
  call.answer !== undefined && call.answer.status >= 200 && call.answer.status < 300

/** Refused for what the request says: a second copy of it is refused, too. */
const refusedForContent = [400, 413, 415, 422]

/** Refused for who asked and when: a second copy may arrive when they are allowed to. */
const refusedForNow = [401, 403, 429]

/**
 * Whether the call cannot have had any effect. Without an answer nobody knows; a 404 or 409 may be the answer to a second
 * copy of a request whose first copy was carried out.
 */
export const isRefused = ({ answer, isDoubled }: Call): boolean =>
  answer !== undefined &&
  (refusedForContent.includes(answer.status) || (!isDoubled && refusedForNow.includes(answer.status)))

/** Whether the call was carried out and answered before the other was sent. */
export const wasDoneBefore = (call: Call, other: Pick<Call, 'step'>): boolean =>
  isDone(call) && call.answer.step < other.step

/** Whether the call may have had its effect before the other's answer was made. */
export const mayPrecede = (call: Call, other: Call): boolean =>
  !isRefused(call) && call.step < (other.answer?.step ?? Number.POSITIVE_INFINITY)

/** A request on its way, or its second copy, has arrived by then, or never will. */
const mostOnTheWayMs = 3_600_000

/** Whether nothing of the call could happen any more when the other was sent. */
export const hadEnded = (call: Call, other: Pick<Call, 'step' | 'at'>): boolean =>
  other.at > call.at + mostOnTheWayMs ||
  (call.answer !== undefined && !call.isDoubled && isCertain(call) && call.answer.step < other.step)

const isCertain = (call: Call): boolean => isDone(call) || isRefused(call)

/** The parameters of the path if the call is this one: 'DELETE /api/myBooking/{id}'. */
export function paramsOf(call: Call, route: string): Record<string, string> | undefined {
  const [method, pattern = ''] = route.split(' ')
  if (call.to !== 'shop' || call.method !== method) return undefined
  const [wanted, given] = [pattern.split('/'), call.path.split('/')]
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name !== undefined) params[name] = decoded(value)
    else if (part !== value) return undefined
  }
  return params
}

export const isCall = (call: Call, route: string): boolean => paramsOf(call, route) !== undefined

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
