import { createHash } from 'node:crypto'
import type { Documents } from './documents.ts'

/** An account at a sign-in provider. */
export interface Person {
  id: string
  name: string
  /** What this person is useful for testing. */
  about: string
}

/** The fields of the "Use another account" form. */
export interface Account {
  name: string
  email: string
  verified: boolean
}

/** The people of one provider: some are built in, others were created on the chooser page. */
export class People<P extends Person> {
  readonly #documents: Documents
  readonly #kind: string
  readonly #starters: readonly P[]

  constructor(documents: Documents, kind: string, starters: readonly P[]) {
    this.#documents = documents
    this.#kind = kind
    this.#starters = starters
  }

  list(): P[] {
    return [...this.#starters, ...this.#documents.list<P>(this.#kind, 200)]
  }

  get(id: string): P | undefined {
    return this.#starters.find(person => person.id === id) ?? this.#documents.get<P>(this.#kind, id)
  }

  keep(person: P): P {
    if (!this.#starters.includes(person)) this.#documents.put(this.#kind, person.id, person)
    return person
  }
}

/** Parses the form. Returns an error message if a field is missing or invalid. */
export function accountFrom(fields: URLSearchParams, emailIsOptional: boolean): Account | string {
  const name = (fields.get('name') ?? '').trim()
  const email = (fields.get('email') ?? '').trim()
  if (!name || name.length > 100) return 'A name has 1 to 100 characters.'
  if (email ? !/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(email) : !emailIsOptional)
    return 'That is not an email address.'
  return { name, email, verified: fields.get('verified') === 'yes' }
}

/**
 * The provider's numeric user id. Derived from `id`, so that the ids in the shop's database stay valid if the sandbox
 * loses its data.
 */
export function numberOf(id: string, digits: number): string {
  const hash = BigInt(`0x${createHash('sha256').update(id).digest('hex')}`)
  return `1${String(hash)
    .slice(-(digits - 1))
    .padStart(digits - 1, '0')}`
}
