import type { Mail } from '../interfaces.ts'
import { type AnsweredCall, type Call, isCall, isDone } from './call.ts'
import type { People } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { codeOf, emailOf, fieldsOf, textOf } from './wire.ts'

/** Signs of what must stay inside. */
const insides = [/\$argon2/, /password_hash/, /sk_(test|live)_/, /whsec_/, /SQLITE_/, /\n\s+at .+:\d+:\d+/]

/** Faults of partners and of a busy shop; everything else above 499 is a bug. */
const troubles: Readonly<Record<number, readonly string[]>> = {
  502: ['provider_failed'],
  503: ['unavailable', 'overloaded', 'feature_off'],
}

/** What no answer and no email says. */
export class Answers implements Rules {
  readonly #people: People
  readonly #passwords = new Set<string>()
  readonly #written = new Set<string>()

  constructor(people: People) {
    this.#people = people
  }

  /** What somebody also writes elsewhere is no secret: attackers try the same texts in every field. */
  sent({ to, body }: Call): void {
    if (to !== 'shop') return
    const { password, current, ...others } = fieldsOf(body)
    const written = JSON.stringify(others)
    for (const secret of this.#passwords)
      if (written.includes(JSON.stringify(secret))) this.#written.add(secret)
    for (const text of Object.values(others).map(textOf)) if (text.length >= 8) this.#written.add(text.trim())
    for (const secret of [password, current].map(textOf)) if (secret.length >= 8) this.#passwords.add(secret)
  }

  #isSecret = (password: string): boolean =>
    !this.#written.has(password) && !this.#written.has(password.trim())

  answered(call: AnsweredCall, complain: Complain): void {
    if (call.to !== 'shop' || !call.path.startsWith('/api/')) return
    const { status, body } = call.answer
    const what = `${call.method} ${call.path}`
    if (status >= 500 && !troubles[status]?.includes(codeOf(body)))
      complain('no fault', `${what} is answered with ${status} ${codeOf(body)}`)
    if (status >= 400 && codeOf(body) === '')
      complain('refusals have a code', `${what}: ${status} without a code`)
    const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '')
    for (const pattern of insides)
      if (pattern.test(text)) complain('no secrets', `${what} says ${pattern.exec(text)?.[0]}`)
    const asked = JSON.stringify(call.body) ?? ''
    for (const password of this.#passwords)
      if (text.includes(JSON.stringify(password)) && !asked.includes(password) && this.#isSecret(password))
        complain('no secrets', `${what} says a password`)
    for (const token of text.match(/[\w-]{43}/g) ?? [])
      if (this.#people.sessions.has(token) && !isCall(call, 'PUT /api/users/{email}'))
        complain('no secrets', `${what} says the token of a session`)
    if (/_secret_/.test(text) && !isCall(call, 'POST /api/create-payment-intent'))
      complain('no secrets', `${what} says the secret of a payment`)
    this.#others(call, text, complain)
  }

  /** A customer reads nothing with the email of another customer in it. */
  #others(call: AnsweredCall, text: string, complain: Complain): void {
    const caller = this.#people.callerOf(call)
    const isCustomer = caller === undefined || this.#people.isCertainlyNoAdmin(caller, call)
    if (!isDone(call) || !isCustomer || !text.includes('@')) return
    const asked = `${call.path} ${JSON.stringify(call.body) ?? ''}`.toLowerCase()
    for (const found of new Set(text.match(/[\w.+-]+@[\w.-]+\w/g)?.map(emailOf))) {
      const other = this.#people.find(found)
      if (
        !other ||
        found === caller?.email ||
        asked.includes(found) ||
        asked.includes(encodeURIComponent(found))
      )
        continue
      if (this.#people.isCertainlyNoAdmin(other, call))
        complain(
          'own data only',
          `${call.method} ${call.path} tells ${caller?.email ?? call.who} of ${found}`,
        )
    }
  }

  mail({ to, subject, text }: Mail, complain: Complain): void {
    for (const password of this.#passwords)
      if (text.includes(password) && password.length > 11 && this.#isSecret(password))
        complain('no secrets', `'${subject}' to ${to} says a password`)
  }
}
