import { type Books, reportsEveryBreak, set, type Violation } from '../../../tests/helpers/broken-books.ts'
import type { Writing } from '../db/schema/tables.ts'
import * as disputes from '../store/disputes.ts'
import * as refunds from '../store/refunds.ts'
import * as unmatchedPayments from '../store/unmatched-payments.ts'

/** Records a lost dispute over the full $30 of the paid order, of which `minor` are booked on the order. */
const recordLostDispute = async (tx: Writing, { paid }: Books, minor: number) => {
  await disputes.note(
    tx,
    {
      id: 'du_1',
      intentId: 'pi_kept',
      amount: 3000,
      reason: 'fraudulent',
      openedAt: 1,
      status: 'lost',
      isRefundable: false,
      withdrawn: 3000,
      fee: 1500,
    },
    undefined,
    1,
  )
  if (minor === 0) return
  await disputes.setLoss(tx, 'du_1', [{ dispute_id: 'du_1', order_id: paid, amount_minor: minor }])
  await set.order(tx, paid, { dispute_lost_minor: minor })
}

const charge = (tx: Writing, orderId: string) =>
  unmatchedPayments.note(tx, {
    intent_id: 'pi_stray',
    amount_minor: 500,
    order_ids: JSON.stringify([orderId]),
    email: null,
    user_id: null,
    description: null,
    charged_at: 1,
    found_at: 1,
  })

const addTestRefund = (tx: Writing, amount: number, intentId = 'pi_stray', orderId: string | null = null) =>
  refunds.add(
    tx,
    {
      payment_id: null,
      order_id: orderId,
      intent_id: intentId,
      amount_minor: amount,
      reason: 'by_provider',
      provider_id: 're_1',
    },
    1,
  )

const breaks: Violation[] = [
  {
    what: 'a lost dispute is not recorded on any order',
    how: (tx, books) => recordLostDispute(tx, books, 0),
    reports: () => [/^Dispute du_1 of 3000 minor units is lost, but its orders have lost 0$/],
  },
  {
    what: 'a dispute was won, but its order still records the loss',
    how: async (tx, books) => {
      await recordLostDispute(tx, books, 3000)
      await tx.updateTable('disputes').set({ won_at: 1, lost_at: null }).execute()
    },
    reports: () => [/^Dispute du_1 of 3000 minor units is not lost, but its orders have lost 3000$/],
  },
  {
    what: 'an order and its dispute disagree about the amount lost',
    how: async (tx, books) => {
      await recordLostDispute(tx, books, 3000)
      await set.order(tx, books.paid, { dispute_lost_minor: 2999 })
    },
    reports: ({ paid }) => [
      new RegExp(
        `^Order ${paid} says that 2999 minor units were lost to disputes, but its disputes add up to 3000$`,
      ),
    ],
  },
  {
    what: 'more is lost and refunded than was paid for an order',
    how: async (tx, books) => {
      await recordLostDispute(tx, books, 3000)
      const { id } = await addTestRefund(tx, 1, 'pi_kept', books.paid)
      await tx.updateTable('refunds').set({ payment_id: books.payment }).where('id', '=', id).execute()
      await set.order(tx, books.paid, { refund_pending_minor: 1 })
    },
    reports: ({ paid }) => [
      new RegExp(
        `^Order ${paid}: 3000 minor units were paid, but 3000 were lost to disputes and 1 refunded$`,
      ),
    ],
  },
  {
    what: 'an order can be paid although an unsettled charge names it',
    how: (tx, { held }) => charge(tx, held),
    reports: ({ held }) => [new RegExp(`^Order ${held} can be paid, but an unsettled charge names it$`)],
  },
  {
    what: 'an order cannot be paid although the charge is settled',
    how: async (tx, { held }) => {
      await charge(tx, held)
      await set.order(tx, held, { payment_unmatched_at: 1 })
      await addTestRefund(tx, 500)
    },
    reports: ({ held }) => [new RegExp(`^Order ${held} cannot be paid, but no unsettled charge names it$`)],
  },
  {
    what: 'more of a charge is refunded than belongs to no order',
    how: async (tx, { held }) => {
      await charge(tx, held)
      await addTestRefund(tx, 501)
    },
    reports: () => [/^Charge pi_stray has 500 minor units that belong to no order, but 501 are refunded$/],
  },
]

reportsEveryBreak('every broken rule about disputes and unmatched charges is reported', breaks)
