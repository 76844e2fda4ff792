import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import type { Human } from '../human.ts'
import { type Overheard, pickOr } from '../overheard.ts'
import { itemsOnSale } from '../shoppers/catalogue.ts'
import { bodyFor, type Known } from './bodies.ts'
import { spoiled, wrongIds } from './wrong-values.ts'

// A file of another type than JSON has no shape, and a closed account can attack nobody.
const withBody = endpoints.filter(({ body, path }) => body && path !== '/auth/erase')
const isFor = (...who: Endpoint['who'][]) => endpoints.filter(call => who.includes(call.who))
const forAdmins = isFor('admin')
const forOwners = isFor('owner', 'owner_or_admin', 'self', 'self_or_admin')

/** A customer makes an admin's call. */
export async function callAsAdmin(me: Human, overheard: Overheard): Promise<void> {
  await sendCall(me, me.random.pick(forAdmins), knownTo(me, overheard))
}

/** Reads, pays, changes or removes what belongs to somebody else. */
export async function touchForeign(me: Human, overheard: Overheard): Promise<void> {
  await sendCall(me, me.random.pick(forOwners), knownTo(me, overheard))
}

/** Any call with a value that nobody should send. */
export async function sendNonsense(me: Human, overheard: Overheard): Promise<void> {
  await sendSpoiled(me, { ...knownTo(me, overheard), itemId: (await itemsOnSale(me))[0]?._id })
}

/** The same with what the sender knows; an owner's slip of the keyboard looks like that too. */
export async function sendSpoiled(me: Human, known: Known): Promise<void> {
  const { random } = me
  if (random.chance(0.2)) {
    const query = `?limit=${random.pick(['0', '-1', '1e9', 'x'])}&after=${random.pick(wrongIds)}`
    await sendCall(me, random.pick(endpoints), known, query)
    return
  }
  const call = random.pick(withBody)
  const body = call.body ? bodyFor(random, call.body, known) : {}
  await me.send({
    method: call.method,
    path: pathFor(call, known),
    body: spoiled(random, body as Record<string, unknown>),
  })
}

async function sendCall(me: Human, call: Endpoint, known: Known, query = ''): Promise<void> {
  const body = call.body && bodyFor(me.random, call.body, known)
  await me.send({
    method: call.method,
    path: pathFor(call, known) + query,
    ...(body !== undefined && { body }),
  })
}

const pathFor = ({ path }: Endpoint, known: Known): string =>
  `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(known[name])))}`

/** Other people's ids where there are some. */
function knownTo({ random, email }: Human, { orders, emails, payments, secrets }: Overheard): Known {
  const order = pickOr(random, orders, random.pick(wrongIds))
  return {
    id: order,
    _id: order,
    bookingId: order,
    with: [pickOr(random, orders, random.pick(wrongIds))],
    email: random.chance(0.7) ? pickOr(random, emails, 'owner@tuckshop.example') : email,
    transactionId: pickOr(random, payments, 'pi_1'),
    token: pickOr(random, secrets, 'x'.repeat(43)),
    secret: pickOr(random, secrets, 'x'.repeat(43)),
  }
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
