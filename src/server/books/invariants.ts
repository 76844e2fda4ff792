import type { Reading } from '../db/schema/tables.ts'
import { auditFaults } from '../store/audit-chain.ts'
import { disputeInvariants } from './disputes.ts'
import { invoiceInvariants } from './invoices.ts'
import { itemInvariants } from './items.ts'
import { moneyInvariants } from './money.ts'
import { notedPaymentInvariants } from './noted-payments.ts'
import { blockedOrders, unmatchedRefunds } from './unmatched.ts'

const invariants = [
  ...itemInvariants,
  ...moneyInvariants,
  ...notedPaymentInvariants,
  ...disputeInvariants,
  unmatchedRefunds,
  blockedOrders,
  ...invoiceInvariants,
]

/** Checks all invariants; returns a sentence for each violation. */
export async function brokenInvariants(db: Reading, now = Date.now()): Promise<string[]> {
  const broken: string[] = []
  for (const check of invariants) broken.push(...(await check(db)))
  return [...broken, ...(await auditFaults(db, now))]
}
