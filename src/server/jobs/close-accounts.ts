import { shopItself } from '#domain/order-event.ts'
import { finishedUntil } from '#domain/removal.ts'
import type { Deps } from '../deps.ts'
import { closeAccount } from '../features/users/remove-user.ts'
import * as removals from '../store/removals.ts'

const atOnce = 200

/** Finishes removals of users that can no longer be undone, also after a provider outage or a restart. */
export async function closeAccounts(deps: Deps): Promise<void> {
  const { db, now } = deps
  const problems: unknown[] = []
  for (const userId of await removals.listUnclosedIds(db.read, finishedUntil(now()), atOnce)) {
    await finish(deps, userId).catch(error => problems.push(error))
  }
  if (problems.length > 0) throw new AggregateError(problems, 'Some removed users have unpaid orders left')
}

async function finish(deps: Deps, userId: string): Promise<void> {
  await deps.db.write(tx => removals.finish(tx, userId))
  await closeAccount(deps, userId, shopItself)
}
