import { type AnsweredCall, type Call, isCall, isDone, paramsOf } from './call.ts'
import type { Account, People } from './people.ts'
import { Register } from './register.ts'
import type { Complain, Rules } from './rules.ts'
import { emailOf, fieldsOf, keptText, textOf } from './wire.ts'

const fields = ['name', 'address', 'education', 'linkedin', 'mobileNumber'] as const

/** A saved profile stays as it was saved. */
export class Profiles implements Rules {
  readonly #people: People
  readonly #profiles = new Map<Account, Map<string, Register<string>>>()
  /** A POST only writes where there is no profile yet; its answer tells. */
  readonly #creations = new Map<number, Call>()

  constructor(people: People) {
    this.#people = people
  }

  sent(call: Call): void {
    const account = this.#people.callerOf(call)
    if (!account) return
    if (isCall(call, 'PUT /api/myProfile')) this.#write(account, fieldsOf(call.body), call)
    if (isCall(call, 'PUT /api/auth/name')) this.#write(account, { name: fieldsOf(call.body).name }, call)
    if (!isCall(call, 'POST /api/myProfile')) return
    const creation: Call = { ...call }
    this.#creations.set(call.number, creation)
    this.#write(account, fieldsOf(call.body), creation)
  }

  answered(call: AnsweredCall, complain: Complain): void {
    const creation = this.#creations.get(call.number)
    if (creation) {
      const isUnchanged = call.answer.status === 200
      creation.answer = isUnchanged ? { ...call.answer, status: 400 } : call.answer
    }
    const asked = paramsOf(call, 'GET /api/myProfile/{email}')
    const account = asked && this.#people.find(emailOf(asked.email))
    if (!account || !isDone(call) || this.#people.mayBeClosed(account, call)) return
    const read = fieldsOf(call.answer.body)
    for (const [field, register] of this.#profiles.get(account) ?? [])
      if (!register.allows(textOf(read[field]), call))
        complain('profile kept', `${field} of ${account.email} is '${textOf(read[field])}'`)
  }

  #write(account: Account, values: Readonly<Record<string, unknown>>, call: Call): void {
    const known = this.#profiles.get(account) ?? new Map<string, Register<string>>()
    this.#profiles.set(account, known)
    for (const field of fields) {
      if (typeof values[field] !== 'string') continue
      const register = known.get(field) ?? newRegister(field)
      known.set(field, register)
      register.write(keptText(values[field]), call)
    }
  }
}

/** Empty before the first profile; the name comes from the account. */
function newRegister(field: string): Register<string> {
  const register = new Register<string>()
  if (field !== 'name') register.begin('')
  return register
}
