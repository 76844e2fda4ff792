import assert from 'node:assert/strict'
import { withCards } from '../../../../tests/helpers/card-shop.ts'
import { type Customer, customerOf } from '../../../../tests/helpers/customers.ts'
import { cookieOf, enterWith } from '../../../../tests/helpers/factors.ts'
import type { TestShop } from '../../../../tests/helpers/shop.ts'
import type { Mail } from '../../adapters/mail.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'
import { sendResetLink } from './forgot-password.ts'

const day = 86_400_000
const password = 'nine blue teapots'

/** Accepts every email and records the recipient. */
class RecordingMail implements Mail {
  readonly sent: { id: string; to: string; subject: string }[] = []
  async send({ id, to, subject }: Parameters<Mail['send']>[0]): Promise<void> {
    this.sent.push({ id, to, subject })
  }
  close(): void {}
}

async function signUp(shop: TestShop, email: string): Promise<Customer> {
  const payload = { name: 'Eve', email, password }
  const proven = await shop.call({ method: 'POST', url: '/api/auth/sign-up', payload })
  const { token } = (await enterWith(shop.call, email, cookieOf(proven))).json()
  return customerOf(shop.call, email, token)
}

const visitor = { address: '192.0.2.9', times: 1 }

/**
 * Fails if all plus addresses of a mailbox share one allowance: after strangers had signed up with six of her plus
 * addresses, Ann could not reset her password.
 */
withCards(
  'sign-ups with plus addresses do not use up the emails of other accounts in the mailbox',
  async shop => {
    const post = new RecordingMail()
    const [ann, news] = [await signUp(shop, 'ann@example.com'), await signUp(shop, 'ann+shop@example.com')]
    const confirm = (who: Customer) => who.call('POST', '/api/auth/verify/send')
    assert.equal((await confirm(news)).statusCode, 204)
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) {
      const eve = await signUp(shop, `ann+${n}@example.com`)
      for (let days = 0; days < 4; days++) {
        statuses.push((await confirm(eve)).statusCode)
        shop.travel(day + 1)
      }
    }
    const reset = ({ email }: Customer) =>
      sendResetLink(shop.deps, { email, visitor, origin: 'http://localhost' })
    for (const who of [ann, news]) {
      assert.equal((await confirm(who)).statusCode, 204, who.email)
      await reset(who)
    }
    for (let n = 0; n < 10; n++) {
      shop.travel(day + 1)
      for (const who of [ann, news]) await reset(who)
    }
    await sendOutbox(shop.deps, post)
    const sentTo = (email: string) => post.sent.filter(({ to }) => to === email)
    for (const who of [ann, news])
      assert.ok(
        sentTo(who.email).some(({ id }) => id.startsWith('reset')),
        who.email,
      )
    assert.deepEqual([sentTo(ann.email).length, sentTo(news.email).length], [6, 3])
    assert.equal(
      statuses.filter(status => status === 204).length,
      3,
      'one more plus address gets three emails',
    )
    assert.equal(post.sent.length, 12, 'total of the mailbox')
  },
)

withCards('confirming a plus address allows more of them', async shop => {
  const { db } = shop.deps
  for (let n = 0; n < 5; n++) {
    const ann = await signUp(shop, `ann+${n}@example.com`)
    const sent = await ann.call('POST', '/api/auth/verify/send')
    assert.equal(sent.statusCode, 204, sent.body)
    const { text_body } = await db.read
      .selectFrom('outbox')
      .select('text_body')
      .where('recipient', '=', ann.email)
      .executeTakeFirstOrThrow()
    const token = /verify=([\w-]+)/.exec(text_body)?.[1]
    assert.equal((await ann.call('POST', '/api/auth/verify', { token })).statusCode, 204)
  }
})
