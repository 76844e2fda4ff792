import type { Item } from '#contract/items.ts'
import { type Human, insist } from '../human.ts'
import { awaitLink, countLinks } from '../mails.ts'
import { searchFor } from '../words.ts'

const sorts = ['newest', 'oldest', 'price', '-price', 'name'] as const

/** Looks around, signed in or not. */
export async function browse(me: Human): Promise<void> {
  const items = await itemsOnSale(me)
  const item = items.length > 0 ? me.random.pick(items) : undefined
  if (item) await me.ask('GET /items/{id}', { params: { id: item._id } })
  if (me.random.chance(0.3)) await me.ask('GET /reviews', { query: item ? { itemId: item._id } : {} })
  if (me.random.chance(0.2)) await browseFamily(me)
  if (me.token && item && me.random.chance(0.2))
    await me.ask('GET /itemPictures', { query: { ids: item._id } })
  if (me.random.chance(0.2)) await me.ask('GET /items', { query: { search: searchFor(me.random) } })
}

/** The list as it stands on a page, sorted or narrowed in some way. */
export async function itemsOnSale(me: Human): Promise<Item[]> {
  const query = me.random.chance(0.7)
    ? {}
    : { ...(me.random.chance(0.5) ? { inStock: 'true' } : { maxPrice: '40' }), sort: me.random.pick(sorts) }
  const reply = await insist(me, () => me.ask('GET /items', { query }))
  return reply.body ?? []
}

async function browseFamily(me: Human): Promise<void> {
  const { body: families = [] } = await me.ask('GET /families')
  if (families.length > 0) await me.ask('GET /items', { query: { family: me.random.pick(families) } })
}

/** Asks for an email when something sold out is back, looks whether it stands, and takes it back at times. */
export async function waitForItem(me: Human): Promise<void> {
  const soldOut = (await itemsOnSale(me)).filter(item => item.availableQuantity < item.mustQuantity)
  if (soldOut.length === 0) return
  const params = { id: me.random.pick(soldOut)._id }
  const seen = countLinks(me, me.email, 'stop')
  await insist(me, () => me.ask('POST /items/{id}/notify', { params }))
  const asked = await me.ask('GET /items/{id}/notify', { params })
  if (asked.body?.asked && me.random.chance(0.4)) await me.ask('DELETE /items/{id}/notify', { params })
  else if (me.random.chance(0.5)) await stopByEmail(me, seen)
}

/** Changes their mind as soon as the email has come. */
async function stopByEmail(me: Human, seen: number): Promise<void> {
  const secret = await awaitLink(me, me.email, 'stop', seen)
  if (secret) await insist(me, () => me.ask('POST /notify/stop', { body: { secret } }))
}
