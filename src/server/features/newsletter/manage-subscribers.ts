import type { Readable } from 'node:stream'
import type { Caller } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { csvFile } from '../../csv/csv-file.ts'
import type { Deps } from '../../deps.ts'
import { unsubscribePage } from '../../emails/newsletter-emails.ts'
import { tokenHash } from '../../sessions/tokens.ts'
import * as audit from '../../store/audit.ts'
import * as newsletter from '../../store/newsletter.ts'
import { tokenSource } from './subscribe.ts'

/** The list for another program, with the link that each newsletter must have. */
export async function exportSubscribers(
  { db, now }: Deps,
  caller: Caller,
  origin: string | undefined,
): Promise<Readable> {
  const tokenFor = await db.write(async tx => {
    const source = await tokenSource(tx)
    await audit.note(tx, caller, 'subscribers_exported', {}, now())
    return source
  })
  return csvFile<newsletter.Subscriber>({
    columns: ['email', 'confirmedAt', 'unsubscribe'],
    cellsOf: ({ _id, confirmedAt }) => [
      _id,
      new Date(confirmedAt).toISOString(),
      origin ? unsubscribePage(origin, tokenFor(_id)) : '',
    ],
    read: page => newsletter.list(db.read, page),
  })
}

/** As if the subscriber had used their link. */
export async function removeSubscriber({ db, now }: Deps, caller: Caller, email: string): Promise<void> {
  await db.write(async tx => {
    const token = (await tokenSource(tx))(email)
    if (!(await newsletter.leave(tx, tokenHash(token), now())))
      throw new Refusal('not_found', 'This address is not on the list.')
    await audit.note(tx, caller, 'subscriber_removed', {}, now())
  })
}
