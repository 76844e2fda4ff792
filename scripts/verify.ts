import { StripeCards } from '../src/server/adapters/cards-stripe.ts'
import { Refused } from '../src/server/backup/archive.ts'
import { brokenInvariants } from '../src/server/books/invariants.ts'
import type { Engine } from '../src/server/db/engine/database.ts'
import { damageOf } from '../src/server/db/engine/integrity.ts'
import { withSnapshot } from '../src/server/db/engine/snapshot.ts'
import { openWhileRunning } from '../src/server/db/open-existing.ts'
import type { Reading } from '../src/server/db/schema/tables.ts'
import { compareWithProvider } from '../src/server/features/payments/reconcile/compare-with-provider.ts'
import { comparedDays } from '../src/server/jobs/compare-payments.ts'
import { chainOf } from '../src/server/store/audit-chain.ts'
import { rememberedMode } from '../src/server/store/shop-mode.ts'
import { printInvariants, runCommand, settingsOfShop } from './command.ts'
import { defaultSandbox, isUnset, sandboxSettings } from './sandbox-settings.ts'

/**
 * Checks the file and the books of any shop, running or not, in one snapshot: changes of a busy shop cause no false
 * alarm.
 */
await runCommand('verify', async ({ switches: { provider }, counts: { days = comparedDays } }) => {
  const broken = await withSnapshot(settingsOfShop(), faultsOf)
  if (provider) broken.push(...(await differences(days)))
  return printInvariants(broken)
})

/** The books of a damaged file prove nothing. */
async function faultsOf(db: Reading, engine: Engine['name']): Promise<string[]> {
  const damage = await damageOf(db, engine)
  if (damage.length > 0)
    return [
      ...damage,
      'The database file is damaged. Restore a backup: npm run shop -- restore FILE --replace',
    ]
  const { last_n, last_hash } = await chainOf(db)
  if (last_n > 0) console.log(`The audit log ends with row ${last_n}: ${last_hash}`)
  return brokenInvariants(db)
}

/** Compares the recent payments of the card provider with the books. Changes nothing. */
async function differences(days: number): Promise<string[]> {
  const db = await openWhileRunning(settingsOfShop())
  try {
    const isDemo = (await rememberedMode(db.read)) === 'demo'
    if (isDemo && isUnset('STRIPE_SECRET_KEY'))
      Object.assign(process.env, sandboxSettings(defaultSandbox).STRIPE_SECRET_KEY)
    const { stripe } = settingsOfShop()
    if (!stripe)
      throw new Refused('There are no keys for a card provider: set the STRIPE_ settings of this shop.')
    const sentences: string[] = []
    const since = Date.now() - days * 86_400_000
    for await (const { sentence } of compareWithProvider(db.read, new StripeCards(stripe), since))
      sentences.push(sentence)
    console.log(`Compared with the card provider: the last ${days} days.`)
    return sentences
  } finally {
    await db.close()
  }
}
