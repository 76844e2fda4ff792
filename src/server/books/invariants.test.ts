import {
  type Books,
  overInvoiced,
  reportsEveryBreak,
  set,
  stillInvoiced,
  type Violation,
} from '../../../tests/helpers/broken-books.ts'
import * as timeline from '../store/timeline.ts'

const stock = (free: number, taken: number, stocked = 10) =>
  new RegExp(`^Oak Tray \\(.+\\): ${free} free \\+ ${taken} held or sold, but ${stocked} stocked$`)
const ledger = (stocked: number, written: number) =>
  new RegExp(`^Oak Tray \\(.+\\): ${stocked} stocked, but the ledger adds up to ${written}$`)
const notKept = ({ paid }: Pick<Books, 'paid'>) =>
  new RegExp(`^Order ${paid} is paid, but no kept payment of its amount is there$`)
const neither = ({ payment }: Books) =>
  new RegExp(`^Payment ${payment}: 3000 minor units were received, but 0 were kept and 0 refunded$`)
const notInvoiced = ({ paid }: Books) => new RegExp(`^Order ${paid} is paid, but has no invoice$`)
const sums = ({ payment }: Books, whole: number, parts: number) =>
  new RegExp(`^Payment ${payment} is of ${whole} minor units, but its orders add up to ${parts}$`)
const notForAll = ({ payment }: Books, state: string) =>
  new RegExp(`^Payment ${payment} is ${state}, but not for all of its orders$`)

const breaks: Violation[] = [
  {
    what: 'an item says that it has a review more than there are',
    how: (tx, { item }) => set.item(tx, item, { review_count: 1, star_sum: 5 }),
    reports: ({ item }) => [
      new RegExp(`^Item ${item} has 0 shown reviews with 0 stars, but records 1 with 5 stars$`),
    ],
  },
  {
    what: 'a unit is gone from the shelf',
    how: (tx, { item }) => set.item(tx, item, { available_quantity: 4 }),
    reports: () => [stock(4, 5)],
  },
  {
    what: 'a unit too many is on the shelf',
    how: (tx, { item }) => set.item(tx, item, { available_quantity: 6 }),
    reports: () => [stock(6, 5)],
  },
  {
    what: 'more is said to be stocked than ever was',
    how: (tx, { item }) => set.item(tx, item, { stocked_quantity: 11 }),
    reports: () => [stock(5, 5, 11), ledger(11, 10)],
  },
  {
    what: 'stock has come without a line in the ledger',
    how: (tx, { item }) => set.item(tx, item, { stocked_quantity: 11, available_quantity: 6 }),
    reports: () => [ledger(11, 10)],
  },
  {
    what: 'a line of the ledger has gone',
    how: (tx, { item }) => tx.deleteFrom('stock_changes').where('item_id', '=', item).execute(),
    reports: () => [ledger(10, 0)],
  },
  {
    what: 'a removed order has not given its stock back',
    how: (tx, { held }) => set.order(tx, held, { removed_at: 1 }),
    reports: () => [stock(5, 3)],
  },
  {
    what: 'a lapsed order has not given its stock back',
    how: (tx, { held }) => set.order(tx, held, { released_at: 1 }),
    reports: () => [stock(5, 3)],
  },
  {
    what: 'an order is paid without any payment',
    how: (tx, { held }) => set.order(tx, held, { paid_at: 1, transaction_id: 'pi_none' }),
    reports: ({ held }) => [
      new RegExp(`^Order ${held} is paid, but no kept payment`),
      new RegExp(`^Order ${held} is paid, but has no invoice$`),
    ],
  },
  {
    what: 'an order is paid with less than it costs',
    how: async (tx, { payment }) => {
      await set.payment(tx, payment, { amount_minor: 2999 })
      await set.part(tx, payment, { amount_minor: 2999 })
    },
    reports: books => [notKept(books)],
  },
  {
    what: 'a payment is of more than its orders',
    how: (tx, { payment }) => set.payment(tx, payment, { amount_minor: 3001 }),
    reports: books => [sums(books, 3001, 3000)],
  },
  {
    what: 'an order records less delivery than its part of the payment has',
    how: (tx, { payment }) => set.part(tx, payment, { delivery_minor: 490 }),
    reports: books => [notKept(books)],
  },
  {
    what: 'an order that is not paid records delivery',
    how: (tx, { held }) => set.order(tx, held, { paid_delivery_minor: 490 }),
    reports: ({ held }) => [notKept({ paid: held })],
  },
  {
    what: 'there is more delivery than money',
    how: async (tx, { payment, paid }) => {
      await set.part(tx, payment, { delivery_minor: 3001 })
      await set.order(tx, paid, { paid_delivery_minor: 3001 })
    },
    reports: ({ payment, paid }) => [
      new RegExp(`^Payment ${payment} is of 3000 minor units for order ${paid}, of which 3001 are delivery$`),
    ],
  },
  {
    what: 'a payment that is over keeps its orders from another',
    how: (tx, { payment }) => set.part(tx, payment, { ended_at: null }),
    reports: books => [notForAll(books, 'over')],
  },
  {
    what: 'less has come than was kept',
    how: (tx, { payment }) => set.payment(tx, payment, { received_minor: 2999 }),
    reports: ({ payment }) => [
      new RegExp(`^Payment ${payment}: 2999 minor units were received, but 3000 were kept and 0 refunded$`),
    ],
  },
  {
    what: 'an order is paid with a payment that has not succeeded',
    how: (tx, { payment }) => set.payment(tx, payment, { succeeded_at: null }),
    reports: books => [notKept(books), notForAll(books, 'live')],
  },
  {
    what: 'an order is paid with a payment that was for another',
    how: (tx, { payment, held }) => set.part(tx, payment, { order_id: held }),
    reports: books => [notKept(books), neither(books), notInvoiced(books), overInvoiced],
  },
  {
    what: 'an order is sent without an event',
    how: (tx, { paid }) => set.order(tx, paid, { sent_at: 1 }),
    reports: ({ paid }) => [new RegExp(`^Order ${paid} is sent, but its timeline says otherwise$`)],
  },
  {
    what: 'an order was sent, and does not say so',
    how: (tx, { paid }) => timeline.add(tx, paid, { at: 1, what: 'sent', who: 'shop' }),
    reports: ({ paid }) => [new RegExp(`^Order ${paid} is not sent, but its timeline says otherwise$`)],
  },
  {
    what: 'an order names a payment that it was not paid with',
    how: (tx, { paid }) => set.order(tx, paid, { transaction_id: 'pi_other' }),
    reports: books => [notKept(books), neither(books), notInvoiced(books), overInvoiced],
  },
  {
    what: 'money was kept for an order that is not paid',
    how: (tx, { paid }) => set.order(tx, paid, { paid_at: null, paid_minor: null }),
    reports: books => [neither(books), ...stillInvoiced(books)],
  },
]

reportsEveryBreak('every broken rule is reported in its own sentence', breaks)
