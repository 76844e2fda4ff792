import { ProviderBusy, ProviderDown } from '../../../adapters/cards.ts'

/** A provider that does not answer, or is asked too often, told in words that are true of what was being done. */
export async function explainOutage<T>(
  words: (doesWhat: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    const doesWhat = error instanceof ProviderBusy ? 'is very busy' : 'does not answer'
    throw new ProviderDown(error.cause, error.keyIsSpent, words(doesWhat))
  }
}
