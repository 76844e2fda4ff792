import type { ListedItem, ManagedItem } from '#contract/managed-items.ts'
import { priceOf } from '../amounts.ts'
import { type Human, insist } from '../human.ts'
import { someRate } from './taxes.ts'

export const goods = [
  'Oak Tray',
  'Stoneware Mug',
  'Linen Towel',
  'Beeswax Candle',
  'Bread Knife',
  'Salt Jar',
] as const
const families = ['Kitchen', 'Table', 'Bath', ''] as const
export const mostItems = 24

/** Puts something new on sale, with little stock, so that it sells out. */
export async function addItem(me: Human): Promise<void> {
  const availableQuantity = me.random.whole(3, 25)
  const body = {
    name: `${me.random.pick(goods)} ${me.random.whole(1, 999)}`,
    description: 'Made by hand.\nNo two are alike.',
    price: priceOf(me),
    availableQuantity,
    mustQuantity: me.random.chance(0.8) ? 1 : Math.min(availableQuantity, me.random.whole(2, 3)),
    photoUrl: 'https://pictures.example/thing.webp',
    family: me.random.pick(families),
    tax: await someRate(me),
  }
  me.tell(`puts ${body.name} on sale`)
  await insist(me, () => me.ask('POST /addItem', { body }))
}

/** All items, hidden ones too. */
export async function listItems(me: Human): Promise<ListedItem[]> {
  const search = me.random.chance(0.1) ? { search: me.random.pick(['oak', 'mug', 'zzz']) } : {}
  const query = { limit: '200', removed: String(me.random.chance(0.1)), ...search }
  return (await insist(me, () => me.ask('GET /item', { query }))).body ?? []
}

async function someItem(me: Human): Promise<ManagedItem | undefined> {
  const items = await listItems(me)
  if (items.length === 0) return undefined
  const params = { id: me.random.pick(items)._id }
  return (await insist(me, () => me.ask('GET /item/{id}', { params }))).body
}

/** Keeps the shelves full enough. */
export async function fillShelves(me: Human): Promise<void> {
  const items = await listItems(me)
  if (items.length < me.random.whole(4, mostItems)) await addItem(me)
  const low = items.filter(item => !item.removed && item.availableQuantity < 3)
  for (const { _id } of low.slice(0, 3))
    if (me.random.chance(0.7)) await deliver(me, _id, me.random.whole(4, 20))
}

/** Counts a delivery in. A repeat has the same key; hasty owners click twice. */
async function deliver(me: Human, id: string, change: number): Promise<void> {
  const key = me.newKey()
  const send = () =>
    me.askAtOnce('POST /item/{id}/stock', { params: { id }, body: { change, reason: 'A delivery' }, key })
  if (me.random.chance(0.2)) await Promise.all([send(), send()])
  else await insist(me, send)
}

/** Takes broken ones out, or reports what was counted on the shelf. */
export async function correctStock(me: Human): Promise<void> {
  const item = await someItem(me)
  if (!item) return
  const params = { id: item._id }
  const body =
    me.random.weighted({ broken: 1, counted: 1 }) === 'broken'
      ? { change: -me.random.whole(1, 3), reason: 'Broken' }
      : { counted: Math.max(0, item.onShelf + me.random.whole(-2, 2)), reason: 'Stocktaking' }
  const key = me.newKey()
  await insist(me, () => me.ask('POST /item/{id}/stock', { params, body, key }))
  await me.ask('GET /item/{id}/stock', { params })
}

/** Changes an item, at times in two tabs that have seen the same version. */
export async function editItem(me: Human): Promise<void> {
  const item = await someItem(me)
  if (!item) return
  const tax = await someRate(me)
  const change = (tab: Human) => {
    const changed = me.random.weighted({ price: 5, hide: 2, must: 1, words: 1, tax: 2 })
    const body = {
      version: item.version,
      ...{
        price: { price: priceOf(me) },
        hide: { hidden: !item.hidden },
        must: { mustQuantity: me.random.whole(1, 3) },
        words: { description: `Made by hand, ${me.random.whole(1, 99)} of them.`, care: 'Wipe it.' },
        tax: { tax },
      }[changed],
    }
    return tab.ask('PATCH /item/{id}', { params: { id: item._id }, body })
  }
  if (me.random.chance(0.2)) await Promise.all([change(me), change(me.secondTab())])
  else await insist(me, () => change(me))
}

/** Takes an item off sale, and mostly puts it back. */
export async function removeItem(me: Human): Promise<void> {
  const item = await someItem(me)
  if (!item) return
  const params = { id: item._id }
  if (!item.removed) await insist(me, () => me.ask('DELETE /item/{id}', { params }))
  if (me.random.chance(0.8))
    await insist(me, () => me.ask('PUT /item/{id}/removed', { params, body: { removed: false } }))
}
