import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Account {
  localId: string
  email: string
  password: string
  displayName?: string
  emailVerified: boolean
  disabled: boolean
}

/** A response; 'silence' never responds. */
type Answer = { status: number; body: string } | 'silence'

type Asked = Record<string, string | undefined>

const fault = (message: string, status = 400): Answer => ({
  status,
  body: JSON.stringify({
    error: { code: status, message, errors: [{ message, domain: 'global', reason: 'invalid' }] },
  }),
})

/** The part of Firebase Authentication that the shop calls. `npm run shop -- firebase-check` compares it with Firebase's emulator. */
export class FirebaseStandIn {
  readonly accounts = new Map<string, Account>()
  readonly emails: string[] = []
  readonly keys = new Set<string | null>()
  /** Replaces the next response. */
  next: Answer | undefined
  #nextAt: { method: string; answer: Answer } | undefined
  url = ''
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
      this.keys.add(searchParams.get('key'))
      const asked = JSON.parse(Buffer.concat(chunks).toString())
      const answer = this.next ?? this.#refusedAt(pathname) ?? this.#answer(pathname, asked)
      this.next = undefined
      if (answer !== 'silence')
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })

  static async open(): Promise<FirebaseStandIn> {
    const standIn = new FirebaseStandIn()
    await new Promise<void>(resolve => standIn.#server.listen(0, 'localhost', resolve))
    standIn.url = `http://localhost:${(standIn.#server.address() as AddressInfo).port}`
    return standIn
  }

  /** The settings of a shop that uses it. */
  get settings() {
    return {
      SHOP_MODE: 'demo',
      IDENTITY: 'firebase',
      FIREBASE_API_KEY: 'key-of-the-tests',
      FIREBASE_AUTH_URL: this.url,
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  refuseNext(message: string, status?: number): void {
    this.next = fault(message, status)
  }

  /** Refuses the next call of this method only. */
  refuseAt(method: string, message: string, status?: number): void {
    this.#nextAt = { method, answer: fault(message, status) }
  }

  #refusedAt(path: string): Answer | undefined {
    if (!this.#nextAt || !path.endsWith(`/${this.#nextAt.method}`)) return undefined
    const { answer } = this.#nextAt
    this.#nextAt = undefined
    return answer
  }

  /** Follows the link of the last email to this address. A password reset chooses this password. */
  openEmail(email: string, password: string): void {
    const sent = this.emails.findLast(one => one.endsWith(` to ${email}`))
    const account = this.account(email)
    account.emailVerified = true
    if (sent?.startsWith('PASSWORD_RESET')) account.password = password
  }

  account(email: string): Account {
    const account = this.accounts.get(email)
    if (!account) throw new Error(`nobody has signed up as ${email}`)
    return account
  }

  #answer(path: string, asked: Asked): Answer {
    const work: Record<string, () => Answer> = {
      '/v1/accounts:signUp': () => this.#signUp(asked),
      '/v1/accounts:signInWithPassword': () => this.#signIn(asked),
      '/v1/accounts:lookup': () => this.#lookUp(asked),
      '/v1/accounts:sendOobCode': () => this.#send(asked),
      '/v1/accounts:delete': () => this.#delete(asked),
    }
    return work[path]?.() ?? fault('NOT_FOUND', 404)
  }

  #signUp({ email = '', password = '', displayName = '' }: Asked): Answer {
    if (this.accounts.has(email)) return fault('EMAIL_EXISTS')
    if (password.length < 6) return fault('WEAK_PASSWORD : Password should be at least 6 characters')
    const localId = `firebase-${this.accounts.size + 1}`
    const flags = { emailVerified: false, disabled: false }
    this.accounts.set(email, { localId, email, password, displayName, ...flags })
    return this.#signedIn(email)
  }

  #signIn({ email = '', password }: Asked): Answer {
    const account = this.accounts.get(email)
    if (!account) return fault('EMAIL_NOT_FOUND')
    if (account.password !== password) return fault('INVALID_PASSWORD')
    return account.disabled ? fault('USER_DISABLED') : this.#signedIn(email)
  }

  #signedIn(email: string): Answer {
    const { localId } = this.account(email)
    const body = {
      kind: 'identitytoolkit#…',
      localId,
      email,
      idToken: `token of ${email}`,
      expiresIn: '3600',
    }
    return { status: 200, body: JSON.stringify(body) }
  }

  #lookUp({ idToken = '' }: Asked): Answer {
    const { password: _, ...account } = this.account(idToken.replace('token of ', ''))
    return { status: 200, body: JSON.stringify({ users: [account] }) }
  }

  #delete({ idToken = '' }: Asked): Answer {
    if (!this.accounts.delete(idToken.replace('token of ', ''))) return fault('USER_NOT_FOUND')
    return { status: 200, body: JSON.stringify({ kind: 'identitytoolkit#DeleteAccountResponse' }) }
  }

  #send({ requestType, idToken = '', email = idToken.replace('token of ', '') }: Asked): Answer {
    if (!this.accounts.has(email)) return fault('EMAIL_NOT_FOUND')
    this.emails.push(`${requestType} to ${email}`)
    return { status: 200, body: JSON.stringify({ email }) }
  }
}
