import { v7 as newId } from 'uuid'
import { notedId } from '#domain/noted-payment.ts'
import type { OtherMethod } from '#domain/payment-method.ts'
import type { PaymentRow, Reading, Writing } from '../db/schema/tables.ts'
import * as payments from './payments.ts'

interface NotedPayment extends payments.Charged {
  currency: string
  method: OtherMethod
  /** Null if a voucher covers everything. */
  adminId: string | null
  key: string | undefined
  now: number
}

/** Adds a payment that has come. The card provider knows nothing of it. */
export async function add(tx: Writing, payment: NotedPayment): Promise<PaymentRow & { intent_id: string }> {
  const { currency, method, adminId, key, now } = payment
  const id = newId()
  const row = {
    ...payments.newRow(payment, currency, now),
    id,
    intent_id: notedId(id),
    succeeded_at: now,
    received_minor: payment.price.total,
    method,
    noted_by: adminId,
    idempotency_key: key ?? null,
  }
  await payments.insert(tx, row, payment)
  return row
}

export function findByKey(db: Reading, adminId: string, key: string): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('noted_by', '=', adminId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}
