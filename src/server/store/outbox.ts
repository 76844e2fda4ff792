import { locksRows } from '../db/engine/connection.ts'
import type { OutboxRow, Reading, Writing } from '../db/schema/tables.ts'
import { countRows } from './count-rows.ts'

export type NewEmail = Pick<
  OutboxRow,
  'id' | 'recipient' | 'user_id' | 'subject' | 'text_body' | 'html_body'
> &
  Partial<Pick<OutboxRow, 'receipt_of' | 'document' | 'next_try_at' | 'priority' | 'unsubscribe_url'>>

/** Lower numbers are sent first, so that receipts never wait for emails that visitors request. */
export const emailPriority = { money: 0, account: 1, alert: 2 } as const

/**
 * Puts an email into the outbox, due immediately unless stated otherwise. The id identifies its subject, so the same email is
 * written once. Erased users have no address and get no email.
 */
export async function add(tx: Writing, message: NewEmail, now: number): Promise<void> {
  if (message.recipient === '') return
  await tx
    .insertInto('outbox')
    .values({
      receipt_of: null,
      document: null,
      unsubscribe_url: null,
      next_try_at: now,
      priority: emailPriority.money,
      ...message,
      created_at: now,
      tries: 0,
      sent_at: null,
      given_up_at: null,
    })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
}

/** Withdraws an email that was not sent. An email that is being sent cannot be withdrawn. */
export async function withdraw(tx: Writing, id: string): Promise<void> {
  await tx.deleteFrom('outbox').where('id', '=', id).where('sent_at', 'is', null).execute()
}

/**
 * Leases the due email with the highest priority, longest due first, until `leasedUntil`. If a process dies while sending,
 * another one takes over, and two never send the same email at the same time.
 */
export function lease(tx: Writing, now: number, leasedUntil: number): Promise<OutboxRow | undefined> {
  return (
    tx
      .updateTable('outbox')
      .set(({ eb }) => ({ next_try_at: leasedUntil, tries: eb('tries', '+', 1) }))
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where('next_try_at', '<=', now)
      // Uses '=' because PostgreSQL may run the subquery of an 'in' once per row, and lease all of them.
      .where('id', '=', query =>
        query
          .selectFrom('outbox as due')
          .select('due.id')
          .where('due.sent_at', 'is', null)
          .where('due.given_up_at', 'is', null)
          .where('due.next_try_at', '<=', now)
          .orderBy('due.priority')
          .orderBy('due.next_try_at')
          .limit(1)
          .$if(locksRows(tx), due => due.forUpdate().skipLocked()),
      )
      .returningAll()
      .executeTakeFirst()
  )
}

/** When the user's last email with this id prefix was or will be due. */
export async function lastDue(tx: Writing, userId: string, beginning: string): Promise<number | undefined> {
  const rows = await tx
    .selectFrom('outbox')
    .select(['id', 'next_try_at'])
    .where('user_id', '=', userId)
    .execute()
  const due = rows.filter(({ id }) => id.startsWith(beginning)).map(({ next_try_at }) => next_try_at)
  return due.length > 0 ? Math.max(...due) : undefined
}

/**
 * Deletes the emails of an account. A customer's unsent emails stay and are sent; an admin's, which are about customers, are
 * deleted.
 */
export async function removeOf(tx: Writing, userId: string, wasAdmin: boolean): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('user_id', '=', userId)
    .$if(!wasAdmin, gone =>
      gone.where(({ eb, or }) => or([eb('sent_at', 'is not', null), eb('given_up_at', 'is not', null)])),
    )
    .execute()
}

export async function markSent(tx: Writing, message: OutboxRow, now: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ sent_at: now, ...withoutSecrets(message) })
    .where('id', '=', message.id)
    .execute()
}

export async function retryAt(tx: Writing, id: string, at: number): Promise<void> {
  await tx.updateTable('outbox').set({ next_try_at: at }).where('id', '=', id).execute()
}

export async function giveUp(tx: Writing, message: OutboxRow, now: number): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ given_up_at: now, ...withoutSecrets(message) })
    .where('id', '=', message.id)
    .execute()
}

/** Removes the secrets of links: whoever has a secret can use the link, so only the recipient may see it. */
export const withoutSecret = (text: string): string =>
  text.replace(/\b(reset|verify|stop|newsletter|unsubscribe)=[\w-]+/g, '$1=…')

const withoutSecrets = ({ text_body, html_body }: OutboxRow) => ({
  text_body: withoutSecret(text_body),
  html_body: html_body && withoutSecret(html_body),
  unsubscribe_url: null,
})

export const countWaiting = (db: Reading): Promise<number> =>
  countRows(db.selectFrom('outbox').where('sent_at', 'is', null).where('given_up_at', 'is', null))
