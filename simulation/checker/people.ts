import type { Mail } from '../interfaces.ts'
import {
  type AnsweredCall,
  type Call,
  hadEnded,
  isCall,
  isDone,
  isRefused,
  mayPrecede,
  paramsOf,
  wasDoneBefore,
} from './call.ts'
import { Register } from './register.ts'
import type { Rules } from './rules.ts'
import { emailOf, fieldsOf, textOf } from './wire.ts'

/** A call that ends sessions: all of the account, or all but the one that it comes from. */
interface Ending {
  call: Call
  except?: string
}

export interface Account {
  email: string
  uid: string | undefined
  isAdmin: Register<boolean>
  /** Calls that close the account, removed or erased. */
  closings: Call[]
  endings: Ending[]
  sessions: number
}

export interface Session {
  account: Account
  token: string
  opened: AnsweredCall
  lastUsedAt: number
  /** As the list of sessions calls it. */
  id: string | undefined
  endings: Ending[]
}

const signUpRoute = 'POST /api/auth/sign-up'

const day = 86_400_000
/** Sessions end by themselves: SESSION_DAYS after they began, SESSION_IDLE_DAYS without a visit, or when there are too many. */
const lifetimeMs = 30 * day
const idleMs = 14 * day
const mostSessions = 20

/** Who has which account, and who is signed in where. */
export class People implements Rules {
  readonly #accounts = new Map<string, Account>()
  readonly #former: Account[] = []
  readonly sessions = new Map<string, Session>()
  /** The mailed secrets that set a new password, and whose they are. */
  readonly #mailedTo = new Map<string, string>()
  readonly #signUps: { email: string; call: Call }[] = []

  get accounts(): Account[] {
    return [...this.#accounts.values(), ...this.#former]
  }

  find(email: string): Account | undefined {
    return this.#accounts.get(email)
  }

  of(email: string): Account {
    const known = this.#accounts.get(email)
    if (known) return known
    const account: Account = {
      email,
      uid: undefined,
      isAdmin: new Register(),
      closings: [],
      endings: [],
      sessions: 0,
    }
    this.#accounts.set(email, account)
    return account
  }

  sessionOf({ token }: Call): Session | undefined {
    return token === undefined ? undefined : this.sessions.get(token)
  }

  callerOf(call: Call): Account | undefined {
    return this.sessionOf(call)?.account
  }

  /** Whether a session had certainly ended, was certainly alive, or neither is known, while the call was answered. */
  standingOf(session: Session, call: AnsweredCall): 'ended' | 'alive' | 'unknown' {
    const age = call.answer.at - session.opened.at
    if (call.at > session.opened.answer.at + lifetimeMs) return 'ended'
    const ends = [...session.endings, ...session.account.endings].filter(
      ({ call: end, except }) => except !== session.token && !hadEnded(end, session.opened),
    )
    const revived = session.account.closings.length > 0
    if (ends.some(({ call: end }) => isOver(end, session, call)))
      return revived && this.#mayBeBack(session.account) ? 'unknown' : 'ended'
    const mayEnd = ends.some(({ call: end }) => mayPrecede(end, call))
    const isIdle = call.at - session.lastUsedAt > idleMs - day
    const isCrowded = session.account.sessions >= mostSessions
    return mayEnd || isIdle || isCrowded || age > lifetimeMs - day ? 'unknown' : 'alive'
  }

  readonly #bringBacks = new Set<Account>()

  #mayBeBack = (account: Account): boolean => this.#bringBacks.has(account)

  /** Whether the account may have been removed or erased before the call was answered. */
  mayBeClosed(account: Account, call: Call): boolean {
    return account.closings.some(closing => mayPrecede(closing, call))
  }

  isCertainlyNoAdmin(account: Account, call: Call): boolean {
    return account.isAdmin.certain(call) === false
  }

  sent(call: Call): void {
    const session = this.sessionOf(call)
    const account = session?.account
    const removed = paramsOf(call, 'DELETE /api/user/{email}')
    if (removed) this.#close(this.of(emailOf(removed.email)), call)
    const back = paramsOf(call, 'PUT /api/user/{email}/removed')
    if (back) this.#bringBacks.add(this.of(emailOf(back.email)))
    const promoted = paramsOf(call, 'PUT /api/adminUser/{email}')
    if (promoted) this.of(emailOf(promoted.email)).isAdmin.write(true, call)
    const demoted = paramsOf(call, 'DELETE /api/adminUser/{email}')
    if (demoted) this.of(emailOf(demoted.email)).isAdmin.write(false, call)
    if (isCall(call, 'POST /api/auth/reset')) this.#reset(call)
    if (isCall(call, signUpRoute)) this.#signUps.push({ email: emailOf(fieldsOf(call.body).email), call })
    if (account && session) this.#ownAct(call, account, session)
  }

  #ownAct(call: Call, account: Account, session: Session): void {
    if (isCall(call, 'POST /api/auth/sign-out')) session.endings.push({ call })
    if (isCall(call, 'POST /api/auth/erase')) this.#close(account, call)
    if (isCall(call, 'POST /api/auth/welcome')) account.isAdmin.write(true, call)
    if (isCall(call, 'PUT /api/auth/password') || isCall(call, 'DELETE /api/auth/sessions'))
      account.endings.push({ call, except: session.token })
    const ended = paramsOf(call, 'DELETE /api/auth/sessions/{id}')
    if (ended)
      for (const other of this.sessions.values())
        if (other.account === account && (other.id ?? ended.id) === ended.id) {
          // Without its id nobody knows whether it is this one.
          if (other.id !== undefined) other.endings.push({ call })
          else other.endings.push({ call: { ...call, answer: undefined } })
        }
    if (/^\/api\/auth\/(totp|passkeys)/.test(call.path) && call.method !== 'GET')
      account.endings.push({ call: { ...call, answer: undefined }, except: session.token })
  }

  #close(account: Account, call: Call): void {
    account.closings.push(call)
    account.endings.push({ call })
    account.isAdmin.write(false, call)
  }

  #reset(call: Call): void {
    const secret = textOf(fieldsOf(call.body).token)
    for (const account of this.accounts)
      if (this.#mailedTo.get(secret) === account.email) account.endings.push({ call })
  }

  answered(call: AnsweredCall): void {
    const session = this.sessionOf(call)
    if (session && isDone(call)) session.lastUsedAt = call.at
    if (!isDone(call)) return
    const body = fieldsOf(call.answer.body)
    if (isCall(call, signUpRoute)) this.#signUp(call)
    const entered = paramsOf(call, 'PUT /api/users/{email}')
    if (entered) this.#enter(this.#signedIn(emailOf(entered.email), call), textOf(body.token), call)
    if (session && isCall(call, 'GET /api/auth/sessions') && Array.isArray(call.answer.body))
      session.id = textOf(fieldsOf(call.answer.body.find(row => fieldsOf(row).current === true)).id)
    if (session && isCall(call, 'GET /api/auth/me')) {
      session.account.uid ??= textOf(body.uid)
      if (typeof body.admin === 'boolean' && !session.account.isAdmin.hasBegun)
        session.account.isAdmin.begin(body.admin)
    }
  }

  #signUp(call: AnsweredCall): void {
    const user = fieldsOf(fieldsOf(call.answer.body).user)
    const email = emailOf(user.email)
    const known = this.#accounts.get(email)
    const account = known && known.closings.length > 0 ? this.#startAnew(known) : this.of(email)
    account.uid ??= textOf(user.uid)
    if (!account.isAdmin.hasBegun) account.isAdmin.begin(false)
  }

  #startAnew(former: Account): Account {
    this.#former.push(former)
    this.#accounts.delete(former.email)
    return this.of(former.email)
  }

  /** The answer to the sign-up of a new account may have been lost: then its first sign-in shows that it is there. */
  #signedIn(email: string, call: AnsweredCall): Account {
    const account = this.of(email)
    const closed = account.closings.findLast(closing => wasDoneBefore(closing, call))
    const isNew =
      closed !== undefined &&
      !this.#mayBeBack(account) &&
      this.#signUps.some(one => one.email === email && !isRefused(one.call) && mayPrecede(closed, one.call))
    return isNew ? this.#startAnew(account) : account
  }

  #enter(account: Account, token: string, call: AnsweredCall): void {
    account.sessions += 1
    this.sessions.set(token, {
      account,
      token,
      opened: call,
      lastUsedAt: call.at,
      id: undefined,
      endings: [],
    })
  }

  mail({ to, text }: Mail): void {
    for (const [, secret = ''] of text.matchAll(/[?&]\w+=([\w-]{43})/g))
      this.#mailedTo.set(secret, emailOf(to))
  }
}

/** Sessions that began before the ending was asked for are over once it was acknowledged. */
const isOver = (end: Call, session: Session, call: Call): boolean =>
  isDone(end) && !isRefused(end) && session.opened.answer.step < end.step && end.answer.step < call.step
