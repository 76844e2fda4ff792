import assert from 'node:assert/strict'
import type { SavedVersion } from '#contract/shop-content.ts'
import { eventually } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'
import { smallWeb } from '../../../../tests/helpers/small-web.ts'
import { servePages } from '../../pages/pages.ts'

const welcome = {
  code: 'WELCOME10',
  percent: 10,
  amount: null,
  from: '2026-11-01',
  until: '',
  least: null,
  uses: null,
  usesPerPerson: 1,
}

async function enter(admin: Customer, changes: object) {
  const { version, content } = (await admin.call('GET', '/api/shopContent')).json<SavedVersion>()
  return admin.call('PUT', '/api/shopContent', { version, content: { ...content, ...changes } })
}

onSqlite('each mistake in a voucher is explained at its field', async shop => {
  const admin = await newAdmin(shop)
  const mistakes: [changes: object, field: string, sentence: string][] = [
    [{ percent: 120 }, 'percent', 'Enter more than 0 and at most 100.'],
    [{ percent: 0 }, 'percent', 'Enter more than 0 and at most 100.'],
    [{ percent: 5.5555 }, 'percent', 'Enter a number with at most three decimals.'],
    [{ percent: null }, 'percent', 'Enter a percentage or an amount.'],
    [{ amount: 5 }, 'amount', 'Enter a percentage or an amount, not both.'],
    [{ percent: null, amount: -5 }, 'amount', 'Enter at least $0.01.'],
    [{ percent: null, amount: 5.005 }, 'amount', 'Enter an amount with at most two decimals.'],
    [{ least: 0 }, 'least', 'Enter at least $0.01.'],
    [{ code: '' }, 'code', 'Use 3 to 24 characters: letters A to Z, digits and hyphens.'],
    // A Cyrillic letter that looks like an E.
    [{ code: 'WЕLCOME10' }, 'code', 'Use 3 to 24 characters: letters A to Z, digits and hyphens.'],
    [{ from: '' }, 'from', 'Enter a date such as 2026-11-15.'],
    [{ until: '2026-10-31' }, 'until', 'The last day is before the first one.'],
    [{ uses: 0 }, 'uses', 'Enter at least 1.'],
    [{ usesPerPerson: 1.5 }, 'usesPerPerson', 'Enter a whole number.'],
  ]
  for (const [changes, field, sentence] of mistakes) {
    const answer = await enter(admin, { vouchers: [{ ...welcome, ...changes }] })
    assert.equal(answer.statusCode, 400, answer.body)
    assert.deepEqual(answer.json().fields, { [`content.vouchers.0.${field}`]: sentence })
  }
  const alike = await enter(admin, { vouchers: [welcome, { ...welcome, code: 'we1come1O' }] })
  assert.deepEqual(alike.json().fields, {
    'content.vouchers.1.code': 'This looks like ‘WELCOME10’. Choose another code.',
  })
})

/** Fails if a page tells every visitor which codes there are. */
onBothEngines('codes are for admins only; visitors hear that there are some', async shop => {
  const web = smallWeb(async (_, { content }) => JSON.stringify(await content()))
  servePages(shop.app, shop.deps, async () => web)
  const admin = await newAdmin(shop)
  const hears = async () => (await shop.call({ url: '/' })).body.includes('"takesVouchers":true')
  assert.equal(await hears(), false)
  const saved = await enter(admin, { vouchers: [{ ...welcome, code: ' welcome10 ' }] })
  assert.equal(saved.statusCode, 200, saved.body)
  assert.deepEqual(saved.json<SavedVersion>().content.vouchers, [welcome])
  await eventually(hears, 'a page that knows of vouchers')
  const page = (await shop.call({ url: '/' })).body
  assert.deepEqual([page.includes('WELCOME10'), page.includes('"vouchers"')], [false, false])
})
