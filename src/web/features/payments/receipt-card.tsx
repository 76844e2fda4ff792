import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { formatPrice, type Minor, majorOf } from '#domain/money.ts'
import { paidWords } from '#domain/noted-payment.ts'
import { paths } from '../../paths.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { chargedFor, type Receipt } from './claim-payment.ts'
import { PayButton } from './pay-button.tsx'
import { cardOptions } from './queries.ts'

interface ReceiptText {
  title: string
  text?: string
}

/** None of these asks to pay again, because the card has been charged. */
const receiptTexts: Readonly<Record<Receipt['status'] | 'undecided', ReceiptText>> = {
  recording: { title: 'Your payment went through. We are adding it to your order…' },
  paid: { title: 'Congrats Your payment is completed' },
  late: {
    title: 'Your payment went through at the bank.',
    text: 'The order will show as Paid within a minute. Please do not pay again. If it takes longer, keep the transaction id.',
  },
  returned: {
    title: 'This order is no longer available.',
    text: 'It was removed, sold out or paid in another way while you were paying. We are refunding what you paid for it to your card.',
  },
  undecided: {
    title: 'Your bank is still processing the payment.',
    text: 'The order will show as Paid as soon as the bank has decided, usually within a minute. Please do not pay again.',
  },
}

/** Without a card there was no payment to complete. */
const coveredText = ({ length }: readonly Order[]): ReceiptText => ({
  title: length === 1 ? 'Your order is complete.' : 'Your orders are complete.',
})

function textOf({ status, processing, orders }: Receipt): ReceiptText {
  if (orders[0]?.paidBy) return coveredText(orders)
  const open = status === 'recording' || status === 'late'
  return receiptTexts[processing && open ? 'undecided' : status]
}

interface ReceiptCardProps {
  receipt: Receipt
  /** Charged orders that will be refunded while the others were kept. */
  lost: readonly Order[]
  /** Undefined until the slip is a receipt. */
  onPrint: (() => void) | undefined
}

export function ReceiptCard({ receipt, lost, onPrint }: ReceiptCardProps) {
  const title = useRef<HTMLHeadingElement>(null)
  // The card fields are gone, so the focus moves here for keyboard users.
  const { data: options } = useQuery(cardOptions)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const { status, transactionId, orders } = receipt
  const paidBy = orders[0]?.paidBy
  const { title: sentence, text } = textOf(receipt)
  return (
    <>
      <div role="status" className="grid gap-4">
        {status === 'recording' && <Spinner />}
        {status === 'paid' && <Tick />}
        <h3 ref={title} tabIndex={-1} className="font-display text-2xl focus:outline-none">
          {sentence}
        </h3>
        {text && <p className="text-soft">{text}</p>}
        {status === 'paid' && lost.length > 0 && (
          <RefundNotice orders={lost} amount={chargedFor(lost, receipt)} />
        )}
        {status === 'paid' && options?.emails && (
          <p className="wrap-anywhere">Receipt sent to {orders[0]?.email}</p>
        )}
        {paidBy ? <p>{paidWords(paidBy)}</p> : <TransactionId id={transactionId} />}
      </div>
      {status === 'paid' && onPrint && (
        <button type="button" className="btn btn-quiet" onClick={onPrint}>
          Print receipt
        </button>
      )}
      {status !== 'recording' && <NextLinks />}
      {!paidBy && <PayButton amount={majorOf(chargedFor(orders, receipt))} busy={status === 'recording'} />}
    </>
  )
}

const RefundNotice = ({ orders, amount }: { orders: readonly Order[]; amount: Minor }) => (
  <p className="text-soft wrap-anywhere">
    {orders.map(({ itemName }) => itemName).join(', ')} could not be fulfilled: removed, sold out or paid in
    another way while you were paying. We are refunding {formatPrice(amount)} to your card.
  </p>
)

export const NextLinks = () => (
  <div className="flex flex-wrap gap-3">
    <Link to={paths.items} className="btn btn-quiet grow">
      Keep shopping
    </Link>
    <Link to={paths.myOrder} className="btn btn-quiet grow">
      My Orders
    </Link>
  </div>
)

export const TransactionId = ({ id }: { id: string }) => (
  <dl>
    <dt className="text-sm text-soft">Your transaction id</dt>
    <dd className="break-all font-medium">{id}</dd>
  </dl>
)

const Tick = () => (
  <svg viewBox="0 0 24 24" className="icon size-10 text-success" aria-hidden="true">
    <circle cx="12" cy="12" r="9.5" />
    <path d="m8 12.3 2.8 2.8L16.2 9.5" />
  </svg>
)
