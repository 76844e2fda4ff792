import type { Deps } from '../../deps.ts'
import * as erasures from '../../store/erasures.ts'

/** Takes somebody's e-mail out of their payments at the card provider. May be done again until it is through. */
export async function tellProvider({ db, cards, now }: Deps, userId: string): Promise<void> {
  const intents = await erasures.listIntents(db.read, userId)
  if (intents.length > 0 && !cards) return
  for (const intentId of intents) await cards?.forgetCustomer(intentId)
  await db.write(tx => erasures.setTold(tx, userId, now()))
}
