import assert from 'node:assert/strict'
import type { ListedItem } from '#contract/managed-items.ts'
import { newAdmin, onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'

/** Fails if the search reads the index of the items on sale: hidden and removed ones would be missing. */
onBothEngines('admins find hidden and removed items by any part of the name', async shop => {
  const admin = await newAdmin(shop)
  const found = async (search: string, more = '') => {
    const answer = await admin.call('GET', `/api/item?search=${encodeURIComponent(search)}${more}`)
    return answer.json<ListedItem[]>().map(({ name }) => name)
  }
  for (const name of ['Café Tray', 'Oak Tray', 'Oak Bowl', '100% Linen', 'Walnut Tray'])
    await shop.item({ name })
  const listed = (await admin.call('GET', '/api/item')).json<ListedItem[]>()
  const idOf = (name: string) => listed.find(item => item.name === name)?._id
  await admin.call('PATCH', `/api/item/${idOf('Oak Bowl')}`, { version: 1, hidden: true })
  await admin.call('DELETE', `/api/item/${idOf('Walnut Tray')}`)
  assert.deepEqual(await found('oak'), ['Oak Bowl', 'Oak Tray'], 'newest first')
  assert.deepEqual(await found('RAY oa'), ['Oak Tray'])
  assert.deepEqual(await found('cafe'), ['Café Tray'])
  assert.deepEqual(await found('%'), ['100% Linen'])
  assert.deepEqual(await found('tray'), ['Oak Tray', 'Café Tray'])
  assert.deepEqual(await found('tray', '&removed=true'), ['Walnut Tray'])
  assert.deepEqual(await found('tray', `&limit=1&after=${idOf('Oak Tray')}`), ['Café Tray'])
  assert.deepEqual(await found('  '), ['100% Linen', 'Oak Bowl', 'Oak Tray', 'Café Tray'])
  await admin.call('PATCH', `/api/item/${idOf('Oak Tray')}`, { version: 1, name: 'Elm Tray' })
  assert.deepEqual(await found('oak'), ['Oak Bowl'])
})

/** Fails if the search stops after its first step: the only match is the oldest item. */
onSqlite('a search reads on until it finds an old item', async shop => {
  const admin = await newAdmin(shop)
  await shop.item({ name: 'Needle' })
  for (let n = 0; n < 12; n++) await shop.item({ name: `Hay ${n}` })
  const answer = await admin.call('GET', '/api/item?limit=1&search=needle')
  assert.deepEqual(
    answer.json<ListedItem[]>().map(({ name, version }) => [name, version]),
    [['Needle', 1]],
  )
})
