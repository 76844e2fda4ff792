import type { Deps } from '../../src/server/deps.ts'
import { closeAccounts } from '../../src/server/jobs/close-accounts.ts'

interface Shop {
  deps: Deps
  travel(ms: number): void
}

/** Lets the time pass in which removed users can be brought back, and runs the job that finishes their removal. */
export async function finishRemovals({ deps, travel }: Shop): Promise<void> {
  travel(31_000)
  await closeAccounts(deps)
}
