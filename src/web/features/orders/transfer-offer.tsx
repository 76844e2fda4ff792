import { Suspense, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import type { Transfer } from '#contract/transfer.ts'
import { formatPrice } from '#domain/money.ts'
import { priceOfSent } from '#domain/price.ts'
import { hasCode, sentenceOf } from '../../api/problem-error.ts'
import { countOf } from '../../ui/count.ts'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useAwaitTransfer } from './await-transfer.ts'
import { toldToWaiting } from './told.ts'
import { TransferWaits } from './transfer-waits.tsx'
import { useDelivery } from './use-delivery.ts'
import { isWaiting } from './waiting.ts'
import './transfer-offer.css'

/** Loaded on demand, because few customers see it. */
const ConfirmEmailPrompt = lazyComponent(() => import('../account/confirm-email-prompt.tsx'))

interface TransferOfferProps {
  transfer: Transfer
  orders: readonly Order[]
  /** Transfers take none. */
  hasVoucher: boolean
}

/** How to pay these orders by bank transfer. A card can pay them meanwhile. */
export default function TransferOffer({ hasVoucher, ...offer }: TransferOfferProps) {
  return (
    <section aria-labelledby="transfer" className="transfer-offer">
      <h3 id="transfer" className="font-display text-xl">
        Pay by bank transfer
      </h3>
      {hasVoucher ? (
        <p className="text-soft">Vouchers are for card payments. Remove yours to pay by transfer.</p>
      ) : (
        <HowTo {...offer} />
      )}
    </section>
  )
}

const HowTo = ({ transfer: { text, days }, orders }: Omit<TransferOfferProps, 'hasVoucher'>) => (
  <>
    <p className="whitespace-pre-line wrap-anywhere">{text}</p>
    <dl className="transfer-facts">
      <dt>Amount</dt>
      <dd className="tabular-nums">
        {formatPrice(priceOfSent(orders, useDelivery(), toldToWaiting(orders)).total)}
      </dd>
      <dt>Write</dt>
      <dd>{orders.map(({ number }) => number).join(', ')}</dd>
    </dl>
    {orders.every(isWaiting) ? (
      <TransferWaits order={firstToEnd(orders)} />
    ) : (
      <Announce {...{ days, orders }} />
    )}
  </>
)

const firstToEnd = (orders: readonly Order[]): Order | undefined =>
  orders.toSorted((a, b) => Date.parse(a.transferUntil ?? '') - Date.parse(b.transferUntil ?? ''))[0]

function Announce({ days, orders }: { days: number; orders: readonly Order[] }) {
  const { mutateAsync: announce } = useAwaitTransfer()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  async function press() {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    await announce(orders).catch(setProblem)
    setBusy(false)
  }
  return (
    <>
      <p className="text-soft">
        We keep what you have ordered for {countOf(days, 'day')}, and send it when your money has come.
      </p>
      <button
        type="button"
        className="btn btn-quiet w-full"
        data-busy={busy}
        aria-disabled={busy}
        onClick={() => void press()}
      >
        {busy && <Spinner />}I will pay by transfer
      </button>
      <p role="alert" className="form-error empty:hidden">
        {problem !== undefined && sentenceOf(problem)}
      </p>
      {hasCode(problem, 'email_unverified') && (
        <Suspense fallback={null}>
          <ConfirmEmailPrompt email={orders[0]?.email ?? ''} />
        </Suspense>
      )}
    </>
  )
}
