import type { ShopContent } from '#contract/shop-content.ts'
import { withFreshProof } from '../accounts.ts'
import { type Human, insist } from '../human.ts'
import { comment, some } from '../words.ts'
import { readTaxes } from './taxes.ts'

/** The people who work for the owner sign up with such an address, and wait to be made admins. */
export const staffEmail = (n: number): string => `staff-${n}@tuckshop.example`
const isStaff = (email: string): boolean => email.startsWith('staff-')

/** Makes the staff admins, takes the role from one now and then, and removes people, some of them by mistake. */
export async function manageUsers(me: Human): Promise<void> {
  const query = me.random.chance(0.2) ? { search: 'staff' } : { limit: '100' }
  const { body: users = [] } = await insist(me, () => me.ask('GET /users', { query }))
  for (const { email } of users.filter(user => isStaff(user.email) && user.verified && user.role === null))
    await withFreshProof(me, () => me.ask('PUT /adminUser/{email}', { params: { email } }))
  if (me.random.chance(0.1))
    await demote(me, users.find(user => isStaff(user.email) && user.role !== null)?.email)
  if (me.random.chance(0.15)) {
    const [gone] = some(
      me.random,
      users.filter(user => user.role === null && !isStaff(user.email)),
      1,
    )
    if (gone) await removeUser(me, gone.email)
  }
}

async function demote(me: Human, email: string | undefined): Promise<void> {
  if (email) await withFreshProof(me, () => me.ask('DELETE /adminUser/{email}', { params: { email } }))
}

/** Undo is offered for a few seconds. */
async function removeUser(me: Human, email: string): Promise<void> {
  me.tell(`removes ${email}`)
  const params = { email }
  const reply = await withFreshProof(me, () => me.ask('DELETE /user/{email}', { params }))
  if (reply.isDone && me.random.chance(0.5))
    await withFreshProof(me, () =>
      me.askAtOnce('PUT /user/{email}/removed', { params, body: { removed: false } }),
    )
}

export async function answerReviews(me: Human): Promise<void> {
  const query = me.random.chance(0.5)
    ? { hidden: 'true' }
    : { unanswered: 'true', stars: String(me.random.whole(1, 5)) }
  const { body: reviews = [] } = await me.ask('GET /reviews', { query })
  const [review] = some(me.random, reviews, 1)
  if (!review) return
  const body = me.random.chance(0.5) ? { answer: comment(me.random) } : { hidden: !review.hidden }
  await insist(me, () => me.ask('PATCH /review/{id}', { params: { id: review._id }, body }))
}

/** Closes the shop for the rest of a day now and then, and opens it again before that at times. */
function closedNext(me: Human, closed: ShopContent['closed']): ShopContent['closed'] {
  if (closed) return me.random.chance(0.5) ? null : closed
  if (!me.random.chance(0.06)) return null
  me.tell('closes the shop for today')
  return { text: 'We are on holiday.', until: new Date(me.around.now()).toISOString().slice(0, 10) }
}

/** Changes what the pages say, and puts the version before back at times. */
export async function editShop(me: Human): Promise<void> {
  const { body: saved } = await insist(me, () => me.ask('GET /shopContent'))
  if (!saved) return
  if (saved.canUndo && me.random.chance(0.3)) {
    await me.ask('POST /shopContent/undo', { body: { version: saved.version } })
    return
  }
  const content = {
    ...saved.content,
    slogan: `Slogan ${me.random.whole(1, 999)}`,
    newsletter: { text: 'News.' },
    closed: closedNext(me, saved.content.closed),
  }
  const save = (tab: Human) => tab.ask('PUT /shopContent', { body: { version: saved.version, content } })
  if (me.random.chance(0.1)) await Promise.all([save(me), save(me.secondTab())])
  else await insist(me, () => save(me))
}

export async function chooseNotices(me: Human): Promise<void> {
  await me.ask('GET /myNotices')
  const orders = me.random.pick(['off', 'each', 'hourly'] as const)
  await insist(me, () => me.ask('PUT /myNotices', { body: { orders, lowStock: me.random.chance(0.5) } }))
}

/** What a new shop still needs. */
export async function lookAtOpeningDay(me: Human): Promise<void> {
  const { body: shown } = await me.ask('GET /openingDay')
  if (shown) await me.ask('PUT /openingDay', { body: { isHidden: !shown.isHidden } })
  if (me.random.chance(0.3)) await me.ask('POST /openingDay/testEmail')
}

/** Figures and lists that change nothing. */
export async function readReports(me: Human): Promise<void> {
  await me.ask('GET /insights', { query: { days: me.random.pick(['1', '7', '30', '365']) } })
  const report = me.random.weighted({ audit: 3, auditFile: 1, orders: 1, search: 2, newsletter: 4, taxes: 2 })
  const read = {
    audit: () =>
      me.ask('GET /audit', { query: { limit: '50', ...(me.random.chance(0.3) && { search: 'refund' }) } }),
    auditFile: () => withFreshProof(me, () => me.ask('GET /audit.csv')),
    orders: () => withFreshProof(me, () => me.ask('GET /booking.csv', { query: { state: 'paid' } })),
    search: () => me.ask('GET /booking', { query: { search: me.random.pick(['T-1', 'ann', 'oak', 'zz']) } }),
    newsletter: () => manageSubscribers(me),
    taxes: () => readTaxes(me),
  }
  await read[report]()
}

async function manageSubscribers(me: Human): Promise<void> {
  await me.ask('GET /newsletter')
  const file = await withFreshProof(me, () => me.ask('GET /newsletter.csv'))
  const emails = String(file.body ?? '').match(/[^\s,"]+@[^\s,"]+/g) ?? []
  const [email] = some(me.random, emails, 1)
  if (email && me.random.chance(0.6)) await me.ask('DELETE /newsletter/{email}', { params: { email } })
}
