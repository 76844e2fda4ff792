import { sql } from 'kysely'
import { never } from './invariant.ts'

/** What the card provider knows nothing of, it neither refunds nor disputes; the shop has given such money back itself. */
const returns = never(
  sql<{ id: string; what: string }>`
    select payments.id, 'refund ' || refunds.id as what from payments
      join refunds on refunds.intent_id = payments.intent_id
      where method <> 'card' and (reason <> 'by_admin' or refunds.succeeded_at is null or provider_id not like 'noted!_%' escape '!')
    union all select payments.id, 'dispute ' || disputes.id from payments
      join disputes on disputes.intent_id = payments.intent_id
      where method <> 'card'`,
  ({ id, what }) => `Payment ${id} was not by card, but the card provider has its ${what}`,
)

/** A noted payment has come in full: it is never open or canceled. */
const whole = never(
  sql<{ id: string }>`
    select id from payments where method <> 'card'
      and (succeeded_at is null or canceled_at is not null or received_minor <> amount_minor or noted_by is null)`,
  ({ id }) => `Payment ${id} was not by card, but is not whole`,
)

/** An order says how it was paid, as its payment does. */
const orders = never(
  sql<{ id: string; paid_method: string | null; method: string | null }>`
    select orders.id, paid_method, method from orders
      left join payments on payments.intent_id = orders.transaction_id
      where coalesce(paid_method, 'card') <> coalesce(method, 'card') or (paid_method is null) <> (received_on is null)`,
  ({ id, paid_method, method }) =>
    `Order ${id} says that it was paid by ${paid_method ?? 'card'}, but its payment was by ${method ?? 'card'}`,
)

export const notedPaymentInvariants = [returns, whole, orders]
