import type { Documents } from '../documents.ts'

export const operations = ['create', 'confirm', 'cancel', 'refund', 'update', 'read'] as const
export type Operation = (typeof operations)[number]
export const refundStatuses = ['succeeded', 'pending', 'requires_action', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** Everything that can go wrong on purpose. A count says how many of the next calls; -1 means always. */
export interface Faults {
  webhookDelayMs: number
  /** So many extra copies of every event. */
  webhookDuplicates: number
  /** Events that follow each other quickly arrive in reverse. */
  webhookReorder: boolean
  /** Events are written down, and never sent. */
  webhookDrop: boolean
  /** The work is done and the connection is cut before the answer. */
  dropReplyCreate: number
  dropReplyConfirm: number
  dropReplyCancel: number
  dropReplyRefund: number
  answer500: number
  /** The same answer to everybody who repeats the request under its key, as the provider does for a day; nothing was done. */
  saved500: number
  /** The same, though the work was done. */
  saved500AfterWork: number
  answer429: number
  /** Every call waits so long before the work begins; the work is done even if the caller has gone. */
  hangMs: number
  /** Connections to the API are reset. */
  outage: boolean
  /** The browser's script cannot be loaded. */
  scriptOutage: boolean
  /** 500, 429, hanging and outage strike only this kind of call. */
  faultsOn: Operation | 'all'
  /** What becomes of a new refund at first; the dashboard moves it on. */
  refundStatus: RefundStatus
  /** A payment stays 'processing' so long before it succeeds. */
  processingMs: number
}

export const noFaults: Faults = {
  webhookDelayMs: 0,
  webhookDuplicates: 0,
  webhookReorder: false,
  webhookDrop: false,
  dropReplyCreate: 0,
  dropReplyConfirm: 0,
  dropReplyCancel: 0,
  dropReplyRefund: 0,
  answer500: 0,
  saved500: 0,
  saved500AfterWork: 0,
  answer429: 0,
  hangMs: 0,
  outage: false,
  scriptOutage: false,
  faultsOn: 'all',
  refundStatus: 'succeeded',
  processingMs: 0,
}

type Count =
  | 'dropReplyCreate'
  | 'dropReplyConfirm'
  | 'dropReplyCancel'
  | 'dropReplyRefund'
  | 'answer500'
  | 'saved500'
  | 'saved500AfterWork'
  | 'answer429'

/** What a switch with words can be set to. */
export const choices: Readonly<Record<string, readonly string[]>> = {
  faultsOn: ['all', ...operations],
  refundStatus: refundStatuses,
}

const dropReply: Partial<Record<Operation, Count>> = {
  create: 'dropReplyCreate',
  confirm: 'dropReplyConfirm',
  cancel: 'dropReplyCancel',
  refund: 'dropReplyRefund',
}

const kind = 'stripe.faults'

export class FaultSwitches {
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
  }

  get now(): Faults {
    return { ...noFaults, ...this.#documents.get<Partial<Faults>>(kind, 'now') }
  }

  set(changes: Partial<Faults>): Faults {
    const faults = { ...this.now, ...changes }
    this.#documents.put(kind, 'now', faults)
    return faults
  }

  reset(): Faults {
    return this.set(noFaults)
  }

  /** Whether the next such fault is due, and counts it. */
  take(count: Count): boolean {
    const left = this.now[count]
    if (left > 0) this.set({ [count]: left - 1 })
    return left !== 0
  }

  takeDroppedReply(operation: Operation): boolean {
    const count = dropReply[operation]
    return count !== undefined && this.take(count)
  }

  strikes(operation: Operation): boolean {
    return this.now.faultsOn === 'all' || this.now.faultsOn === operation
  }
}

/** Settings from JSON or from a form, where everything is text; undefined when something is not a setting. */
export function faultsFrom(given: Record<string, unknown>): Partial<Faults> | undefined {
  const changes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    const setting = Object.hasOwn(noFaults, name) ? settingFrom(name, value) : undefined
    if (setting === undefined) return undefined
    changes[name] = setting
  }
  return changes
}

function settingFrom(name: string, value: unknown): number | boolean | string | undefined {
  const rest: unknown = noFaults[name as keyof Faults]
  if (typeof rest === 'boolean') {
    if (value === true || value === 'true') return true
    return value === false || value === 'false' ? false : undefined
  }
  if (typeof rest === 'number') {
    const number = value === '' || value === null ? Number.NaN : Number(value)
    return Number.isInteger(number) && number >= -1 && number <= 86_400_000 ? number : undefined
  }
  return choices[name]?.find(choice => choice === value)
}
