import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { isGone } from '../../api/problem-error.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { usePrinting } from '../../ui/printing.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { QueryError } from '../../ui/states.tsx'
import { HoldLeft } from './hold-left.tsx'
import { usePayWords } from './how-to-pay.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderInvoices } from './order-invoices.tsx'
import { SentBadge } from './order-line.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { isPayable, PaymentChecked } from './payment-checked.tsx'
import { usePictures } from './pictures.tsx'
import { ownOrder } from './queries.ts'
import { RefundLines } from './refund-lines.tsx'
import { Slip } from './slip.tsx'

interface OwnOrderPanelProps {
  /** The panel is closed without an id. */
  id: string | undefined
  onClose: () => void
}

export default function OwnOrderPanel({ id, onClose }: OwnOrderPanelProps) {
  return (
    <Dialog open={id !== undefined} title="Order details" side onClose={onClose}>
      {id && <OrderDetails key={id} id={id} />}
    </Dialog>
  )
}

function OrderDetails({ id }: { id: string }) {
  const query = useQuery(ownOrder(id))
  const payWords = usePayWords()
  if (query.isPending) return <Loading />
  if (isGone(query.error)) return <p className="mt-6">There is no such order.</p>
  if (!query.data) return <QueryError query={query} />
  const order = query.data
  return (
    <div className="mt-6 grid gap-6">
      <SlipToPrint order={order} />
      <PaymentChecked order={order} />
      {isPayable(order) && (
        <div className="grid gap-3">
          <HoldLeft order={order} />
          <Link to={paths.payment(id)} className="btn btn-primary">
            {payWords.now}
          </Link>
        </div>
      )}
      <p className="flex flex-wrap gap-3 empty:hidden">
        <SentBadge order={order} />
        <RefundLines order={order} />
      </p>
      <NextSteps order={order} />
      {order.paid && <OrderInvoices id={id} />}
      <OrderTimeline id={id} />
      <OrderFacts order={order} />
    </div>
  )
}

function SlipToPrint({ order }: { order: Order }) {
  const pictureOf = usePictures([order])
  const { print, printed } = usePrinting()
  const slip = <Slip orders={[order]} pictureOf={pictureOf} />
  return (
    <>
      {slip}
      <button type="button" className="btn btn-quiet" onClick={() => print(slip)}>
        {order.paid ? 'Print receipt' : 'Print'}
      </button>
      {printed}
    </>
  )
}

const NextSteps = ({ order: { itemId, quantity, paid } }: { order: Order }) => (
  <div className="flex flex-wrap gap-3">
    <Link to={paths.itemAgain(itemId, quantity)} className="btn btn-quiet grow">
      Order again
    </Link>
    {paid && (
      <Link to={paths.reviewOf(itemId)} className="btn btn-quiet grow">
        Review this item
      </Link>
    )}
  </div>
)
