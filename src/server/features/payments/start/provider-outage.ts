import { ProviderBusy, ProviderDown } from '../../../adapters/cards.ts'

/** Explains an outage of the provider with a message that fits the action. */
export async function explainOutage<T>(
  words: (doesWhat: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderDown)) throw error
    const doesWhat = error instanceof ProviderBusy ? 'is very busy' : 'is not answering'
    throw new ProviderDown(error.cause, error.keyIsSpent, words(doesWhat))
  }
}
