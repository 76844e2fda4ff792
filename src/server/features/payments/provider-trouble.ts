import { ProviderDown } from '../../adapters/cards.ts'

/** A provider that does not answer, told in words that are true of what was being done. */
export async function sayWhenDown<T>(detail: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ProviderDown ? new ProviderDown(error.cause, error.keyIsSpent, detail) : error
  }
}
