import { type Human, insist } from '../human.ts'
import { awaitLink, countLinks, linksTo } from '../mails.ts'
import { comment, phoneNumber, postalAddress } from '../words.ts'
import { ownOrders } from './orders.ts'

/** The form sends both calls, one after the other. */
export async function saveProfile(me: Human): Promise<void> {
  await me.ask('GET /myProfile/{email}', { params: { email: me.email } })
  const body = {
    name: me.name,
    email: me.email,
    mobileNumber: phoneNumber(me.random),
    address: postalAddress(me.random),
    education: comment(me.random).slice(0, 5),
    linkedin: 'linkedin.example/me',
  }
  await insist(me, () => me.ask('POST /myProfile', { body }))
  await insist(me, () => me.ask('PUT /myProfile', { body }))
}

/** A review of the shop, or of something that was bought. */
export async function writeReview(me: Human): Promise<void> {
  const bought = (await ownOrders(me)).filter(({ paid }) => paid)
  const about = bought.length > 0 && me.random.chance(0.7) ? { itemId: me.random.pick(bought).itemId } : {}
  const words = { name: me.name, comment: comment(me.random), starRating: me.random.whole(1, 5) }
  await insist(me, () => me.ask('POST /myReview', { body: { ...words, ...about } }))
}

/** Asks for the newsletter and confirms it, or leaves it with the link of an email. */
export async function newsletter(me: Human): Promise<void> {
  const leaving = linksTo(me.around.mailsTo(me.email), 'unsubscribe').at(-1)
  if (leaving && me.random.chance(0.5)) {
    await unsubscribe(me, leaving)
    return
  }
  const seen = countLinks(me, me.email, 'newsletter')
  await me.ask('POST /newsletter', { body: { email: me.email } })
  const token = await awaitLink(me, me.email, 'newsletter', seen)
  if (!token) return
  const left = countLinks(me, me.email, 'unsubscribe')
  await insist(me, () => me.ask('POST /newsletter/confirm', { body: { token } }))
  const regretted = me.random.chance(0.3) && (await awaitLink(me, me.email, 'unsubscribe', left))
  if (regretted) await unsubscribe(me, regretted)
}

const unsubscribe = (me: Human, token: string) => me.ask('POST /newsletter/unsubscribe', { query: { token } })

/** Takes an alert back with the link of its email. */
export async function stopAlert(me: Human): Promise<void> {
  const secrets = linksTo(me.around.mailsTo(me.email), 'stop')
  if (secrets.length > 0) await me.ask('POST /notify/stop', { body: { secret: me.random.pick(secrets) } })
}

/** A page of the dashboard asks whether its visitor is an admin. */
export async function openDashboard(me: Human): Promise<void> {
  await me.ask('GET /admin/{email}', { params: { email: me.email } })
  await me.ask('GET /auth/account')
}
