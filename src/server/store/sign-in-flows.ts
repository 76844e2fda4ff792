import type { SignInFlowRow, Writing } from '../db/schema/tables.ts'

export async function add(tx: Writing, flow: SignInFlowRow): Promise<void> {
  await tx.insertInto('sign_in_flows').values(flow).execute()
}

/** Uses up a sign-in that was started with this provider and returns it, so that it can be completed only once. */
export function take(
  tx: Writing,
  stateHash: string,
  provider: string,
  now: number,
): Promise<SignInFlowRow | undefined> {
  return tx
    .deleteFrom('sign_in_flows')
    .where('state_hash', '=', stateHash)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}
