import type { Caller } from '#domain/access.ts'
import { oneLine } from '#domain/plain-text.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import { testEmail } from '../../emails/admin-emails.ts'
import { withLayout } from '../../emails/layout.ts'
import { checkRate } from '../../limits/rates.ts'
import * as audit from '../../store/audit.ts'
import * as shopContent from '../../store/shop-content.ts'

const maxReason = 300

/** Not through the outbox, because the admin waits for the mail server's answer. */
export async function sendTestEmail(deps: Deps, caller: Caller): Promise<{ to: string }> {
  const { mail, config, db, now } = deps
  const { userId, email } = caller
  if (!mail) throw new Refusal('feature_off', 'This shop does not send emails yet: set SMTP_URL first.')
  await checkRate(deps, [{ name: `test emails of ${userId}`, most: 10, withinMs: 3_600_000 }])
  const shop = await shopContent.readDetails(db.read, config)
  const message = testEmail({ id: userId, email, publicUrl: config.emailOrigin }, shop.name, now())
  const { id, recipient: to, subject } = message
  const body = withLayout(message, shop, [], new Map(), [], config.emailOrigin)
  await mail.send({ id, from: shop.name, to, subject, ...body }).catch((error: unknown) => {
    const reason = oneLine(error instanceof Error ? error.message : '').slice(0, maxReason)
    throw new Refusal(
      'provider_failed',
      `The mail server did not accept the email. It says: ${reason || 'nothing'}. Check SMTP_URL and MAIL_FROM.`,
    )
  })
  await db.write(tx => audit.note(tx, caller, 'test_email_sent', {}, now()))
  return { to }
}
