import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { keys } from '../../sandbox/context.ts'
import { CardProvider } from './card-provider.ts'
import { runUntil } from './clock.ts'
import { EventLog } from './event-log.ts'
import { randomOf } from './random.ts'

type Ask = (path: string, form: Readonly<Record<string, string>>) => Promise<{ id: string; status: number }>

const withoutFaults = { fail: 0, tooMany: 0, outagesPerDay: 0, doubleWebhook: 0, lateWebhook: 0 }

/** The rules that are broken when the shop asks its card provider so. */
async function rulesBrokenBy(act: (ask: Ask) => Promise<unknown>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tuckshop-cards-'))
  const log = new EventLog(() => [])
  const playing = (async () => {
    const provider = await CardProvider.open(folder, randomOf('7'), withoutFaults, log)
    try {
      await act(async (path, form) => {
        const { statusCode, body } = await provider.serveShop({
          method: 'POST',
          url: `/v1/${path}`,
          headers: {
            authorization: `Bearer ${keys.stripeSecret}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          payload: new URLSearchParams(form).toString(),
          remoteAddress: '10.3.0.1',
        })
        return { id: (JSON.parse(body) as { id?: string }).id ?? '', status: statusCode }
      })
    } finally {
      // Webhooks that wait for a shop end with their provider.
      provider.close()
      rmSync(folder, { recursive: true })
    }
  })()
  let isOver = false
  const ending = playing.finally(() => {
    isOver = true
  })
  await Promise.all([ending, runUntil(() => isOver)])
  return log.complaints.map(({ rule }) => rule)
}

const charge = (amount: number, currency: string) => (ask: Ask) =>
  ask('payment_intents', { amount: String(amount), currency })

test('the shop asks for no amount that cards refuse', async () => {
  for (const [amount, currency] of [
    [49, 'usd'],
    [49, 'jpy'],
    [100_000_000, 'jpy'],
    [1255, 'kwd'],
    [1850, 'zzz'],
  ] as const)
    assert.deepEqual(
      await rulesBrokenBy(charge(amount, currency)),
      ['amount that cards take'],
      `${amount} ${currency}`,
    )
})

test('no complaint: amounts that cards take', async () => {
  assert.deepEqual(await rulesBrokenBy(charge(50, 'usd')), [])
  assert.deepEqual(await rulesBrokenBy(charge(1250, 'kwd')), [])
})

/** A refund at the provider's own page may come between. */
test('a refund of more than is left is no complaint, and one in too fine parts is', async () => {
  const refund = (amount: number) => async (ask: Ask) => {
    const paid = await ask('payment_intents', {
      amount: '1850',
      currency: 'kwd',
      payment_method: 'pm_card_visa',
      'automatic_payment_methods[enabled]': 'true',
      'automatic_payment_methods[allow_redirects]': 'never',
      confirm: 'true',
    })
    assert.equal(paid.status, 200)
    const refused = await ask('refunds', { payment_intent: paid.id, amount: String(amount) })
    assert.equal(refused.status, 400)
  }
  assert.deepEqual(await rulesBrokenBy(refund(1860)), [])
  assert.deepEqual(await rulesBrokenBy(refund(1255)), ['amount that cards take'])
})
