import assert from 'node:assert/strict'
import { test } from 'vitest'
import { readConfig, warningsOf } from '../config.ts'

test('the lines of the seller’s address are separated by commas or line breaks', () => {
  const shop = (settings: Record<string, string>) => readConfig(settings).firstDetails
  assert.deepEqual(shop({}), { name: undefined, address: '', taxId: '' })
  const berlin = ['12 Mill Lane', '10115 Berlin', 'Germany']
  for (const SHOP_ADDRESS of [berlin.join(','), berlin.join(', '), berlin.join('\n'), berlin.join('\\n')])
    assert.equal(shop({ SHOP_ADDRESS }).address, berlin.join('\n'), SHOP_ADDRESS)
  assert.equal(
    shop({ SHOP_ADDRESS: 'Suite 5, 1 Main St\\n\\n Springfield, IL ' }).address,
    'Suite 5, 1 Main St\nSpringfield, IL',
  )
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

test('the default sender of emails is at the shop’s own host; without PUBLIC_URL and MAIL_FROM there is a warning', () => {
  const live = { SHOP_MODE: 'live', SMTP_URL: 'smtps://shop:secret@mail.example' }
  const senderOf = (settings: Record<string, string>) => {
    const config = readConfig({ ...live, ...settings })
    return [config.smtp?.from, config.smtp?.replyTo, warningsOf(config).some(text => /MAIL_FROM/.test(text))]
  }
  const PUBLIC_URL = 'https://shop.example'
  const [MAIL_FROM, MAIL_REPLY_TO] = ['orders@corner.example', 'help@corner.example']
  assert.deepEqual(senderOf({}), ['shop@shop.invalid', undefined, true])
  assert.deepEqual(senderOf({ PUBLIC_URL }), ['shop@shop.example', undefined, false])
  assert.deepEqual(senderOf({ PUBLIC_URL, MAIL_FROM }), [MAIL_FROM, undefined, false])
  assert.deepEqual(senderOf({ MAIL_FROM, MAIL_REPLY_TO }), [MAIL_FROM, MAIL_REPLY_TO, false])
  for (const bad of [
    'orders',
    'orders@',
    'Shop <orders@shop.example>',
    'a@b.example,c@d.example',
    'a@b.example\nBcc: x',
  ])
    for (const name of ['MAIL_FROM', 'MAIL_REPLY_TO'])
      assert.throws(
        () => readConfig({ [name]: bad }),
        new RegExp(`${name} is '[^]*', but must be an email`),
        bad,
      )
})
