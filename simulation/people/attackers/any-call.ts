import { endpoints, type NamedCall } from '#contract/index.ts'
import type { Human } from '../human.ts'
import { type Overheard, pickOr } from '../overheard.ts'
import { spoiled, wrongIds } from './wrong-values.ts'

type Call = NamedCall['call']

/** Filled with ids and e-mails that belong to other people. */
function foreignPath(me: Human, path: string, { orders, emails }: Overheard): string {
  const id = pickOr(me.random, orders, me.random.pick(wrongIds))
  const email = pickOr(me.random, emails, 'owner@tuckshop.example')
  return `/api${path.replace('{id}', encodeURIComponent(id)).replace('{email}', encodeURIComponent(email))}`
}

const isFor = (...who: Call['who'][]) => endpoints.filter(call => who.includes(call.who))
const forAdmins = isFor('admin')
const forOwners = isFor('owner', 'owner_or_admin', 'self', 'self_or_admin')

const bodyFor = (
  me: Human,
  { method }: Call,
  { orders, payments }: Overheard,
): Record<string, unknown> | undefined =>
  method === 'GET'
    ? undefined
    : {
        _id: pickOr(me.random, orders, ''),
        bookingId: pickOr(me.random, orders, ''),
        transactionId: pickOr(me.random, payments, 'pi_1'),
        quantity: 1,
        amount: 1,
        reason: 'Mine',
        restock: true,
        email: me.email,
      }

/** A customer makes an admin's call. */
export async function callAsAdmin(me: Human, overheard: Overheard): Promise<void> {
  const call = me.random.pick(forAdmins)
  const body = bodyFor(me, call, overheard)
  await me.send({ method: call.method, path: foreignPath(me, call.path, overheard), ...(body && { body }) })
}

/** Reads, pays, changes or removes what belongs to somebody else. */
export async function touchForeign(me: Human, overheard: Overheard): Promise<void> {
  const call = me.random.pick(forOwners)
  const body = bodyFor(me, call, overheard)
  await me.send({ method: call.method, path: foreignPath(me, call.path, overheard), ...(body && { body }) })
}

/** Any call with values that nobody should send. */
export async function sendNonsense(me: Human, overheard: Overheard): Promise<void> {
  const call = me.random.pick(endpoints)
  const path = foreignPath(me, call.path, overheard)
  const query = me.random.chance(0.2)
    ? `?limit=${me.random.pick(['0', '-1', '1e9', 'x'])}&after=${me.random.pick(wrongIds)}`
    : ''
  const body = call.method === 'GET' ? undefined : spoiled(me.random, bodyFor(me, call, overheard) ?? {})
  await me.send({ method: call.method, path: path + query, ...(body !== undefined && { body }) })
}

/** Bodies that are not what their type says. */
export async function sendBrokenBody(me: Human): Promise<void> {
  const type = me.random.pick([
    'application/json',
    'text/plain',
    'application/xml',
    'text/csv',
    'application/x-www-form-urlencoded',
  ])
  const body = me.random.pick([
    '{',
    '{"a":',
    '[]',
    '"',
    'null',
    '\ufeff{}',
    '{"a":1}{"a":2}',
    '{"quantity":1,"quantity":9}',
    'a=b',
  ])
  const path = me.random.pick([
    '/api/booking',
    '/api/auth/sign-in',
    '/api/myReview',
    '/api/stripe/webhook',
    '/api/items.csv',
  ])
  await me.sendText('POST', path, { 'content-type': type }, body)
}
