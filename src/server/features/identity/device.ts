import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { UserRow } from '../../db/tables.ts'

/** Browsers keep a cookie for at most 400 days. */
export const deviceMs = 400 * 86_400_000

/** As many accounts as one browser is known to. */
const maxMarks = 8

type Account = Pick<UserRow, 'id' | 'password_hash'>

/**
 * What a browser keeps about the accounts that have signed in there: an id of its own, and a mark per account. A mark
 * is made with the account's password hash, which nobody outside knows: it needs no row, counts for that account
 * alone, in every process, and dies with the password.
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

const markOf = (deviceId: string, { id }: Account, passwordHash: string): string =>
  createHmac('sha256', passwordHash).update(`device ${deviceId} of ${id}`).digest('base64url')

const same = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** The id of a browser in which this account has signed in before. */
export function knownDevice(cookie: string | undefined, account: Account): string | undefined {
  const device = read(cookie)
  if (!device || account.password_hash === null) return undefined
  const mark = markOf(device.id, account, account.password_hash)
  return device.marks.some(other => same(other, mark)) ? device.id : undefined
}

/** The cookie of a browser in which this account has just signed in, as well; undefined when nothing changes. */
export function markedDevice(cookie: string | undefined, account: Account): string | undefined {
  if (account.password_hash === null || knownDevice(cookie, account)) return undefined
  const { id, marks } = read(cookie) ?? { id: randomBytes(16).toString('base64url'), marks: [] }
  return [id, markOf(id, account, account.password_hash), ...marks.slice(0, maxMarks - 1)].join('.')
}
