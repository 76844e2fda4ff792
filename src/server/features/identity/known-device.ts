import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { ShopCookie } from '../../http/cookies.ts'

/** Browsers store a cookie for at most 400 days. */
const deviceMs = 400 * 86_400_000

export const deviceCookieOf = (config: Deps['config']): ShopCookie =>
  new ShopCookie(config, 'device', deviceMs)

/** The maximum number of accounts per browser. */
const maxMarks = 8

/** An account's password hash, or the secret of its authenticator app. */
interface Account {
  id: string
  secret: string | null
}

/**
 * A cookie with a random id and one mark per account that has signed in in this browser. A mark is derived from the account's
 * password hash, which is secret: it needs no database row, works for that account only, in every process, and becomes
 * invalid with the password. A second mark, derived from the secret of an app, shows that a code or a passkey was used, too.
 */
interface Device {
  id: string
  marks: string[]
}

function read(cookie: string | undefined): Device | undefined {
  if (!cookie || !/^[\w-]{22}(\.[\w-]{43}){1,8}$/.test(cookie)) return undefined
  const [id = '', ...marks] = cookie.split('.')
  return { id, marks }
}

const markOf = (deviceId: string, id: string, secret: string): string =>
  createHmac('sha256', secret).update(`device ${deviceId} of ${id}`).digest('base64url')

const same = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** The id of the browser if this account has signed in there before. */
export function knownDevice(cookie: string | undefined, { id, secret }: Account): string | undefined {
  const device = read(cookie)
  if (!device || secret === null) return undefined
  const mark = markOf(device.id, id, secret)
  return device.marks.some(other => same(other, mark)) ? device.id : undefined
}

/** The cookie after this account has signed in; undefined if nothing changes. */
export function markedDevice(cookie: string | undefined, account: Account): string | undefined {
  if (account.secret === null || knownDevice(cookie, account)) return undefined
  const { id, marks } = read(cookie) ?? { id: randomBytes(16).toString('base64url'), marks: [] }
  return [id, markOf(id, account.id, account.secret), ...marks.slice(0, maxMarks - 1)].join('.')
}
