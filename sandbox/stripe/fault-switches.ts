import type { Documents } from '../documents.ts'

export const operations = ['create', 'confirm', 'cancel', 'refund', 'update', 'read'] as const
export type Operation = (typeof operations)[number]
export const refundStatuses = ['succeeded', 'pending', 'requires_action', 'failed'] as const
export type RefundStatus = (typeof refundStatuses)[number]

/** All simulated faults. A count applies to that many of the next calls; -1 means always. */
export interface Faults {
  webhookDelayMs: number
  /** The number of extra copies of every event. */
  webhookDuplicates: number
  /** Events in quick succession arrive in reverse order. */
  webhookReorder: boolean
  /** Events are stored but never sent. */
  webhookDrop: boolean
  /** The work is done, but the connection is cut before the response. */
  dropReplyCreate: number
  dropReplyConfirm: number
  dropReplyCancel: number
  dropReplyRefund: number
  answer500: number
  /** A 500 without doing the work. Repeats with the same key get it again, as Stripe does for a day. */
  saved500: number
  /** The same, but after doing the work. */
  saved500AfterWork: number
  answer429: number
  /** How long each call waits before the work, which is done even if the caller has disconnected. */
  hangMs: number
  /** Connections to the API are reset. */
  outage: boolean
  /** The browser's script cannot be loaded. */
  scriptOutage: boolean
  /** 500, 429, hanging and outage affect only this kind of call. */
  faultsOn: Operation | 'all'
  /** The initial status of new refunds; the dashboard can change it later. */
  refundStatus: RefundStatus
  /** How long a payment stays in 'processing' before it succeeds. */
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

/** The choices of switches that are not numbers. */
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

  /** Whether the fault applies to this call; decrements its count. */
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

/** Parses JSON or form values; undefined if a setting is unknown or invalid. */
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
