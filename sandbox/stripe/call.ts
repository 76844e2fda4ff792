import type { Cause } from './event.ts'
import type { FaultSwitches } from './fault-switches.ts'
import type { Form } from './form.ts'
import type { Ledger } from './ledger.ts'
import type { Settlements } from './settlements.ts'
import type { Webhooks } from './webhooks.ts'

/** One authenticated API request. */
export interface Call {
  /** The :id of the path, or ''. */
  id: string
  form: Form
  /** Made by a browser with the publishable key. */
  publishable: boolean
  cause: Cause
  ledger: Ledger
  settlements: Settlements
  webhooks: Webhooks
  faults: FaultSwitches
}
