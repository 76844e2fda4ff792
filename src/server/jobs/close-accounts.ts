import { shopItself } from '#domain/order-event.ts'
import type { Deps } from '../deps.ts'
import { closeAccount } from '../features/users/remove-user.ts'
import * as users from '../store/users.ts'

const atOnce = 200

/** Finishes removals of users that were interrupted by a provider outage or by the end of the process. */
export async function closeAccounts(deps: Deps): Promise<void> {
  const problems: unknown[] = []
  for (const userId of await users.listUnclosedIds(deps.db.read, atOnce)) {
    await closeAccount(deps, userId, shopItself).catch(error => problems.push(error))
  }
  if (problems.length > 0) throw new AggregateError(problems, 'Some removed users have unpaid orders left')
}
