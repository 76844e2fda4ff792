import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from './config.ts'

test('who sells: an address has lines, with commas or with breaks between them', () => {
  const shop = (settings: Record<string, string>) => readConfig(settings).shop
  assert.deepEqual(shop({}), { name: 'Tuckshop', address: [], taxId: null, timeZone: 'UTC' })
  const berlin = ['12 Mill Lane', '10115 Berlin', 'Germany']
  for (const SHOP_ADDRESS of [berlin.join(','), berlin.join(', '), berlin.join('\n'), berlin.join('\\n')])
    assert.deepEqual(shop({ SHOP_ADDRESS }).address, berlin, SHOP_ADDRESS)
  assert.deepEqual(shop({ SHOP_ADDRESS: 'Suite 5, 1 Main St\\n\\n Springfield, IL ' }).address, [
    'Suite 5, 1 Main St',
    'Springfield, IL',
  ])
  assert.equal(shop({ SHOP_TAX_ID: ' DE123 ' }).taxId, 'DE123')
  for (const [name, value] of [
    ['SHOP_NAME', 'x'.repeat(61)],
    ['SHOP_NAME', 'a\u0007b'],
    ['SHOP_ADDRESS', 'a,b,c,d,e,f,g'],
    ['SHOP_ADDRESS', ' , ,'],
    ['SHOP_ADDRESS', 'x'.repeat(81)],
    ['SHOP_TAX_ID', 'x'.repeat(41)],
  ] as const)
    assert.throws(() => readConfig({ [name]: value }), new RegExp(`${name} is '.*', but must be`), value)
})
