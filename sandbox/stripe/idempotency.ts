import { createHash } from 'node:crypto'
import type { Documents } from '../documents.ts'
import { StripeRefusal } from './errors.ts'
import type { Form, FormValue } from './form.ts'

export interface Answer {
  status: number
  body: object
}

interface SavedResponse {
  fingerprint: string
  answer: Answer
}

const kind = 'stripe.idempotency'

/** Returns the same response for the same key, even if the first one was lost. */
export class Idempotency {
  readonly #documents: Documents
  readonly #running = new Set<string>()

  constructor(documents: Documents) {
    this.#documents = documents
  }

  /** The saved response for this key, if any; refuses a key that is reused for another request. */
  recall(key: string, fingerprint: string): Answer | undefined {
    if (this.#running.has(key)) throw inUse(key)
    const before = this.#documents.get<SavedResponse>(kind, key)
    if (before === undefined) return undefined
    if (before.fingerprint !== fingerprint) throw changed(key)
    return before.answer
  }

  begin(key: string): void {
    this.#running.add(key)
  }

  end(key: string): void {
    this.#running.delete(key)
  }

  remember(key: string, fingerprint: string, answer: Answer): void {
    this.#documents.put(kind, key, { fingerprint, answer })
  }
}

/** Excludes card details, because a hashed card number can be found by brute force. */
export function fingerprintOf(path: string, form: Form): string {
  const text = JSON.stringify([path, flat(form)])
  return createHash('sha256').update(text).digest('hex')
}

function flat(form: Form): [string, unknown][] {
  const named = [...form].map(([key, value]): [string, unknown] => [
    key,
    key === 'card' ? '' : flatValue(value),
  ])
  return named.sort(([a], [b]) => (a < b ? -1 : 1))
}

const flatValue = (value: FormValue) => (typeof value === 'string' ? value : flat(value))

function changed(key: string): StripeRefusal {
  return new StripeRefusal(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}

function inUse(key: string): StripeRefusal {
  return new StripeRefusal(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  })
}
