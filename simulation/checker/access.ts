import { type Permission, permissionOf } from './access-list.ts'
import { type AnsweredCall, isDone } from './call.ts'
import { type Orders, ordersToPay } from './orders.ts'
import type { Account, People, Session } from './people.ts'
import type { Complain, Rules } from './rules.ts'
import { emailOf, fieldsOf, textOf } from './wire.ts'

/** Only who may make a call gets what it asks for. */
export class Access implements Rules {
  readonly #people: People
  readonly #orders: Orders

  constructor(people: People, orders: Orders) {
    this.#people = people
    this.#orders = orders
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (call.to !== 'shop') return
    const session = this.#people.sessionOf(call)
    const permission = permissionOf(call)
    if (!permission) return
    const { status } = call.answer
    const what = `${call.method} ${call.path}`
    if (session && status === 401 && codeIsSignedOut(call)) {
      if (this.#people.standingOf(session, call) === 'alive')
        complain('session kept', `${session.account.email} was signed out by ${what}`)
      return
    }
    if (!isDone(call)) return
    if (!session) {
      complain('signed in only', `${what} worked for ${call.who} without a session`)
      return
    }
    if (this.#people.standingOf(session, call) === 'ended')
      complain('session ended', `${what} worked in a session of ${session.account.email} that had ended`)
    this.#allowed(permission, session, call, complain)
  }

  #allowed({ who, params }: Permission, { account }: Session, call: AnsweredCall, complain: Complain): void {
    const what = `${call.method} ${call.path}`
    const isNoAdmin = this.#people.isCertainlyNoAdmin(account, call)
    if (who === 'admin' && isNoAdmin)
      complain('admin only', `${what} worked for ${account.email}, who is no admin`)
    const isOther = params.email !== undefined && emailOf(params.email) !== account.email
    if (isOther && (who === 'self' || (who === 'self_or_admin' && isNoAdmin)))
      complain('own data only', `${what} worked for ${account.email}`)
    if (who === 'owner' || (who === 'owner_or_admin' && isNoAdmin)) {
      const ids = params.id === undefined ? ordersToPay(call) : [params.id]
      for (const id of ids) this.#owned(id, account, what, complain)
    }
    const body = fieldsOf(call.answer.body)
    if (call.path === '/api/auth/me' && emailOf(body.email) !== account.email)
      complain('own data only', `the session of ${account.email} belongs to ${textOf(body.email)}`)
    if (call.path === '/api/auth/me' && body.admin === true && isNoAdmin)
      complain('admin only', `${account.email} is called an admin`)
  }

  #owned(id: string, account: Account, what: string, complain: Complain): void {
    const owner = this.#orders.byId.get(id)?.owner
    if (owner && owner !== account)
      complain('own orders only', `${what} about an order of ${owner.email} worked for ${account.email}`)
  }
}

const codeIsSignedOut = ({ answer }: AnsweredCall): boolean =>
  textOf(fieldsOf(answer.body).code) === 'signed_out'
