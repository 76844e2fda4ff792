import { openingDay as contract } from '#contract/opening-day.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../../deps.ts'
import type { Serve } from '../../http/serve.ts'
import * as audit from '../../store/audit.ts'
import * as openingDay from '../../store/opening-day.ts'
import { findFacts } from './find-facts.ts'
import { sendTestEmail } from './send-test-email.ts'

/** The list 'Opening day' in the dashboard of a live shop. */
export function openingDayRoutes(serve: Serve, deps: Deps): void {
  const { config, db, now } = deps
  const refuseDemo = () => {
    if (config.mode === 'demo') throw new Refusal('not_found', 'A demo has no opening day.')
  }

  serve(contract.show, async ({ caller }) => {
    refuseDemo()
    const { opening_hidden_at } = await openingDay.read(db.read)
    return { isHidden: opening_hidden_at !== null, facts: await findFacts(deps, caller) }
  })
  serve(contract.hide, async ({ caller, body }) => {
    refuseDemo()
    await db.write(async tx => {
      await openingDay.setHidden(tx, body.isHidden ? now() : null)
      await audit.note(tx, caller, 'opening_day_changed', { isHidden: body.isHidden }, now())
    })
  })
  serve(contract.sendTestEmail, ({ caller }) => {
    refuseDemo()
    return sendTestEmail(deps, caller)
  })
}
