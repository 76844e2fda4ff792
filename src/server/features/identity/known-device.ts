import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../../deps.ts'
import { ShopCookie } from '../../http/cookies.ts'

/** Browsers keep a cookie for at most 400 days. */
const deviceMs = 400 * 86_400_000

export const deviceCookieOf = (config: Deps['config']): ShopCookie =>
  new ShopCookie(config, 'device', deviceMs)

/** As many as one browser keeps. */
const maxMarks = 8

/** Of an account: the hash of its password, or the secret of its app. */
interface Account {
  id: string
  secret: string | null
}

/**
 * What a browser keeps about the accounts that have signed in there: an id of its own, and a mark per account. A mark
 * is made with the account's password hash, which nobody outside knows: it needs no row, counts for that account
 * alone, in every process, and dies with the password. A second one, made with the secret of an app, says that a code or a
 * passkey was shown there, too.
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

/** The id of a browser in which this account has signed in before. */
export function knownDevice(cookie: string | undefined, { id, secret }: Account): string | undefined {
  const device = read(cookie)
  if (!device || secret === null) return undefined
  const mark = markOf(device.id, id, secret)
  return device.marks.some(other => same(other, mark)) ? device.id : undefined
}

/** The cookie of a browser in which this account has just signed in, as well; undefined when nothing changes. */
export function markedDevice(cookie: string | undefined, account: Account): string | undefined {
  if (account.secret === null || knownDevice(cookie, account)) return undefined
  const { id, marks } = read(cookie) ?? { id: randomBytes(16).toString('base64url'), marks: [] }
  return [id, markOf(id, account.id, account.secret), ...marks.slice(0, maxMarks - 1)].join('.')
}
