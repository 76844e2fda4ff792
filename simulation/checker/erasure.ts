import type { Mail } from '../interfaces.ts'
import type { Books } from './books.ts'
import { type AnsweredCall, type Call, hadEnded, isCall, isDone, paramsOf } from './call.ts'
import type { Account, People } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { emailOf, fieldsOf } from './wire.ts'

/** An email may be on its way while its account is erased. */
const mailUnderWayMs = 3_600_000

/**
 * Who has erased their account is found nowhere any more, until they come back with the same email. If an admin has removed an
 * earlier account of that email, its orders stay in the books. Who never confirmed the email stays subscribed to the newsletter:
 * anybody can sign up with somebody else's.
 */
export class Erasure implements Rules {
  readonly #people: People
  readonly #erased = new Map<string, AnsweredCall>()
  readonly #confirmed = new Set<Account>()
  readonly #removed = new Set<string>()
  readonly #signUps: { email: string; call: Call }[] = []

  constructor(people: People) {
    this.#people = people
  }

  sent(call: Call): void {
    const removed = paramsOf(call, 'DELETE /api/user/{email}')
    if (removed) this.#removed.add(emailOf(removed.email))
    if (isCall(call, 'POST /api/auth/sign-up')) {
      const email = emailOf(fieldsOf(call.body).email)
      this.#erased.delete(email)
      this.#signUps.push({ email, call })
    }
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (call.to !== 'shop') return
    const caller = this.#people.callerOf(call)
    const asked = `${call.path}?${call.query} ${JSON.stringify(call.body)}`.toLowerCase()
    for (const [email, erasure] of this.#erased) {
      if (
        erasure.answer.step > call.step ||
        (call.path.startsWith('/api/newsletter') && !this.#isConfirmed(erasure)) ||
        asked.includes(email) ||
        asked.includes(encodeURIComponent(email))
      )
        continue
      if (JSON.stringify(call.answer.body)?.toLowerCase().includes(email))
        complain('erased for good', `${call.method} ${call.path} still has ${email}`)
    }
    if (isCall(call, 'POST /api/auth/verify') && isDone(call) && caller) this.#confirmed.add(caller)
    if (!isCall(call, 'POST /api/auth/erase') || !isDone(call) || !caller) return
    if (this.#isCurrent(caller) && !this.#removed.has(caller.email) && !this.#mayComeBack(caller.email, call))
      this.#erased.set(caller.email, call)
  }

  /** The second copy of a sign-up may arrive after the erasure, and make the account again. */
  #mayComeBack = (email: string, erasure: Call): boolean =>
    this.#signUps.some(signUp => signUp.email === email && !hadEnded(signUp.call, erasure))

  /** Not somebody who had the same email before. */
  #isCurrent = (account: Account): boolean => this.#people.find(account.email) === account

  #isConfirmed(erasure: AnsweredCall): boolean {
    const account = this.#people.callerOf(erasure)
    return account !== undefined && this.#confirmed.has(account)
  }

  mail({ to, subject, at }: Mail, complain: Complain): void {
    const erasure = this.#erased.get(emailOf(to))
    const isOfNewsletter = subject === 'Confirm your subscription'
    if (erasure && isOfNewsletter && !this.#isConfirmed(erasure)) return
    if (erasure && at > erasure.answer.at + mailUnderWayMs)
      complain('erased for good', `'${subject}' was sent to ${to}, who has erased the account`)
  }

  quiet(books: Books, complain: Complain): void {
    const everything = JSON.stringify([
      books.orders,
      books.users,
      books.reviews,
      books.audit,
      books.attention,
    ])
    for (const email of this.#erased.keys())
      if (everything.toLowerCase().includes(email)) complain('erased for good', `the shop still has ${email}`)
  }
}
