import assert from 'node:assert/strict'
import { managedItem } from '#contract/managed-items.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'

const one = async (admin: Customer, id: string) =>
  managedItem.parse((await admin.call('GET', `/api/item/${id}`)).json())

onBothEngines('an admin sees an item with its stock figures and changes each field', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ name: 'Tray', availableQuantity: 10 })
  const ann = await shop.customer()
  await ann.order(item, 3)
  const before = await one(admin, item._id)
  assert.deepEqual(before, {
    ...item,
    availableQuantity: 7,
    hidden: false,
    removed: false,
    version: 1,
    stocked: 10,
    held: 3,
    sold: 0,
    onShelf: 10,
  })
  let expected = before
  for (const change of [
    { name: 'Bowl' },
    { description: 'Of cherry' },
    { price: 12.34 },
    { mustQuantity: 20 },
    { photoUrl: '/pictures/bowl-960.webp' },
    { pictures: ['/pictures/a-960.webp', '/pictures/b-960.webp'], materials: 'Cherry' },
    { pictures: ['/pictures/b-960.webp', '/pictures/a-960.webp'] },
    { size: '30 cm', care: 'Oil it.', family: 'Kitchen' },
    { pictures: [], materials: '' },
    { hidden: true },
    { hidden: false, name: 'Deep bowl', price: 1 },
  ]) {
    const { version } = expected
    const answer = await admin.call('PATCH', `/api/item/${item._id}`, { version, ...change })
    assert.equal(answer.statusCode, 200, answer.body)
    const { pictures = expected.pictures } = change as { pictures?: string[] }
    const secondPicture = pictures[0] ?? null
    expected = { ...expected, ...change, secondPicture, version: version + 1 }
    assert.deepEqual(answer.json(), expected)
    assert.deepEqual(await one(admin, item._id), expected)
  }
  const { availableQuantity, ...shown } = (await shop.call({ url: `/api/items/${item._id}` })).json()
  assert.deepEqual([shown.name, shown.price, availableQuantity], ['Deep bowl', 1, 7])
  const found = (await shop.call({ url: '/api/items?search=deep' })).json()
  assert.equal(found.length, 1, 'it is found by its new name')
})

/** Without the version in the statement, the second change silently overwrites the first. */
onBothEngines('of two admins who edit the same item, the slower one gets a conflict', async shop => {
  const [ann, bob] = [await newAdmin(shop), await newAdmin(shop)]
  const { _id } = await shop.item({ name: 'Tray', price: 5 })
  const url = `/api/item/${_id}`
  assert.equal((await ann.call('PATCH', url, { version: 1, price: 6 })).statusCode, 200)
  const refused = await bob.call('PATCH', url, { version: 1, name: 'Bowl', price: 7 })
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'changed_meanwhile'])
  const { item: theirs } = refused.json()
  assert.deepEqual(theirs, await one(bob, _id))
  assert.deepEqual([theirs.price, theirs.name, theirs.version], [6, 'Tray', 2], 'nothing of it was written')
  const again = await bob.call('PATCH', url, { version: theirs.version, name: 'Bowl' })
  assert.deepEqual([again.json().name, again.json().price], ['Bowl', 6])
  const future = await bob.call('PATCH', url, { version: 9, name: 'Later' })
  assert.equal(future.json().code, 'changed_meanwhile')
})

/** Fails if the version is checked before the item is changed: several concurrent changes would pass. */
onBothEngines('of twenty concurrent changes to one version exactly one succeeds', async shop => {
  const admins = await Promise.all(Array.from({ length: 4 }, () => newAdmin(shop)))
  const { _id } = await shop.item()
  for (let version = 1; version <= 5; version++) {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        admins[n % 4]?.call('PATCH', `/api/item/${_id}`, { version, name: `Name ${version}.${n}` }),
      ),
    )
    const won = answers.filter(answer => answer?.statusCode === 200)
    assert.equal(won.length, 1)
    const item = await one(admins[0] as Customer, _id)
    assert.deepEqual(won[0]?.json(), item)
    for (const answer of answers) if (answer?.statusCode !== 200) assert.deepEqual(answer?.json().item, item)
  }
})

onSqlite('orders and stock changes do not change the version', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ availableQuantity: 10 })
  const ann = await shop.customer()
  const order = (await ann.order(item, 2)).json()
  await ann.call('DELETE', `/api/myBooking/${order._id}`)
  await admin.call('POST', `/api/item/${item._id}/stock`, { change: 5, reason: 'Delivery' })
  const answer = await admin.call('PATCH', `/api/item/${item._id}`, { version: 1, name: 'Bowl' })
  assert.deepEqual([answer.statusCode, answer.json().version], [200, 2])
})

/** Fails if saving an item that was removed in the meantime succeeds. */
onSqlite('removing and restoring an item change its version; an empty change does not', async shop => {
  const admin = await newAdmin(shop)
  const { _id } = await shop.item()
  const url = `/api/item/${_id}`
  const versionAfter = async (...call: Parameters<Customer['call']>) => {
    const answer = await admin.call(...call)
    assert.ok(answer.statusCode < 300, answer.body)
    return (await one(admin, _id)).version
  }
  assert.equal(await versionAfter('PATCH', url, { version: 1 }), 1)
  assert.equal(await versionAfter('PUT', `${url}/removed`, { removed: false }), 1, 'it was not removed')
  assert.equal(await versionAfter('DELETE', url), 2)
  const refused = await admin.call('PATCH', url, { version: 1, name: 'Bowl' })
  assert.deepEqual([refused.json().code, refused.json().item.removed], ['changed_meanwhile', true])
  assert.equal(await versionAfter('PUT', `${url}/removed`, { removed: false }), 3)
  assert.equal(await versionAfter('PATCH', url, { version: 3, name: 'Bowl' }), 4)
})

/** Fails if only the version counts: an admin whose first response was lost would conflict with themselves. */
onSqlite('a repeated change whose response was lost returns the item', async shop => {
  const admin = await newAdmin(shop)
  const { _id } = await shop.item({ name: 'Tray', price: 5 })
  const ask = (body: object) => admin.call('PATCH', `/api/item/${_id}`, body)
  const change = { version: 1, name: 'Bowl', price: 18.35, hidden: true }
  const first = await ask(change)
  const again = await ask(change)
  assert.deepEqual([again.statusCode, again.json()], [200, first.json()])
  await ask({ version: 2, description: 'Of cherry' })
  assert.equal((await ask(change)).json().version, 3, 'others may have changed the rest')
  await ask({ version: 3, price: 6 })
  assert.equal((await ask(change)).json().code, 'changed_meanwhile')
})

onSqlite('a new price applies only to new orders', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ name: 'Tray', price: 5 })
  const ann = await shop.customer()
  const before = (await ann.order(item, 2)).json()
  await admin.call('PATCH', `/api/item/${item._id}`, { version: 1, name: 'Bowl', price: 8 })
  const after = (await ann.call('GET', `/api/booking/${before._id}`)).json()
  assert.deepEqual(after, before)
  assert.deepEqual([after.itemName, after.totalPrice], ['Tray', 10])
  const old = await ann.order(item, 2)
  assert.deepEqual([old.statusCode, old.json().code, old.json().price], [409, 'price_changed', 8])
  const fresh = (await shop.call({ url: `/api/items/${item._id}` })).json()
  assert.equal((await ann.order(fresh, 2)).json().totalPrice, 16)
})

onSqlite('invalid fields are refused by name, and nothing changes', async shop => {
  const admin = await newAdmin(shop)
  const { _id } = await shop.item()
  const before = await one(admin, _id)
  for (const [change, field] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(121) }, 'name'],
    [{ description: '' }, 'description'],
    [{ price: 0 }, 'price'],
    [{ price: 0.001 }, 'price'],
    [{ mustQuantity: 0 }, 'mustQuantity'],
    [{ photoUrl: 'javascript:alert(1)' }, 'photoUrl'],
    [{ hidden: 1 }, 'hidden'],
    [{ version: '1' }, 'version'],
    [{ availableQuantity: 5 }, 'availableQuantity'],
    [{ stocked: 5 }, 'stocked'],
    [{ removed: true }, 'removed'],
  ] as const) {
    const answer = await admin.call('PATCH', `/api/item/${_id}`, { version: 1, ...change })
    assert.equal(answer.statusCode, 400, JSON.stringify(change))
    assert.ok(answer.json().fields[field], field)
  }
  const unknown = '0199a000-0000-7000-8000-000000000000'
  assert.equal((await admin.call('PATCH', `/api/item/${unknown}`, { version: 1 })).statusCode, 404)
  assert.equal((await admin.call('GET', `/api/item/${unknown}`)).statusCode, 404)
  assert.deepEqual(await one(admin, _id), before)
})
