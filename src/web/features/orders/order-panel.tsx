import { useQuery } from '@tanstack/react-query'
import { type Order, parcelForm } from '#contract/orders.ts'
import { isSendable, mayHappen } from '#domain/order.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { useMedia } from '../../ui/media.ts'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Loading } from '../../ui/spinner.tsx'
import { QueryError } from '../../ui/states.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { DisputeWarning } from './dispute-warning.tsx'
import { MarkPaid } from './mark-paid.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderInvoices } from './order-invoices.tsx'
import { OrderPanelHead } from './order-panel-head.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { OtherOrders } from './other-orders.tsx'
import { PackingSlipButton } from './packing-slip-button.tsx'
import { isPayable } from './payment-checked.tsx'
import { managedOrder, useSendOrders, useUnsendOrder } from './queries.ts'
import { RefundSection } from './refund-section.tsx'
import type { Neighbors } from './use-neighbors.ts'
import './order-panel.css'

interface OrderPanelProps {
  /** The panel is closed without an id. */
  id: string | undefined
  /** The order as the list shows it, until it has loaded. */
  known: Order | undefined
  neighbors: Neighbors
  onShow: (id: string) => void
  onClose: () => void
}

/** Beside the list on wide screens, so that both can be used; over it on small ones. */
export default function OrderPanel({ id, onClose, ...details }: OrderPanelProps) {
  const hasRoom = useMedia('(min-width: 80rem)')
  return (
    <Dialog open={id !== undefined} title="Order" side modal={!hasRoom} onClose={onClose}>
      {id && <OrderDetails key={id} id={id} {...details} />}
    </Dialog>
  )
}

type OrderDetailsProps = Omit<OrderPanelProps, 'id' | 'onClose'> & { id: string }

function OrderDetails({ id, known, neighbors, onShow }: OrderDetailsProps) {
  const query = useQuery({ ...managedOrder(id), ...(known && { placeholderData: known }) })
  if (query.isPending) return <Loading />
  if (query.data === undefined) return <QueryError query={query} />
  if (query.data === null) return <p className="mt-6">There is no such order.</p>
  const order = query.data
  return (
    <>
      <OrderPanelHead order={order} neighbors={neighbors} onShow={onShow} />
      <KeepFocus>
        {isSendable(order) && <SendForm order={order} />}
        {mayHappen('unsend', order.state) && <Unsend order={order} />}
      </KeepFocus>
      <div className="mt-6 flex flex-wrap gap-3">
        {(isSendable(order) || order.state === 'sent') && (
          <PackingSlipButton orders={[order]}>Print packing slip</PackingSlipButton>
        )}
        <CopyAddress order={order} />
      </div>
      <OrderFacts order={order} />
      {isPayable(order) && <MarkPaid order={order} />}
      <OtherOrders order={order} onShow={onShow} />
      {order.paid && <OrderInvoices id={id} />}
      {order.paid && <RefundSection order={order} />}
      <OrderTimeline id={id} isForAdmin />
    </>
  )
}

const rules = rulesOf(parcelForm)

/** The button of a disputed order names the dispute, because the warning alone is easy to miss. */
function SendForm({ order: { _id, number, disputedAt } }: { order: Order }) {
  const { mutateAsync: send } = useSendOrders()
  const evenIfDisputed = disputedAt !== null
  return (
    <Form
      rules={rules}
      onSend={async parcel => {
        await send({ orders: [{ id: _id, ...parcel }], ...(evenIfDisputed && { evenIfDisputed }) })
        toast(`${number} is sent`)
      }}
      className="mt-4 parcel-form"
    >
      <Field name="carrier" label="Carrier" required={false} autoComplete="off" />
      <Field name="tracking" label="Tracking" required={false} autoComplete="off" />
      {evenIfDisputed && <DisputeWarning numbers={[number]} />}
      <Submit>{evenIfDisputed ? 'Send despite the dispute' : 'Send'}</Submit>
    </Form>
  )
}

function Unsend({ order: { _id, number } }: { order: Order }) {
  const { mutateAsync: unsend } = useUnsendOrder()
  return (
    <div className="mt-6">
      <ActionButton
        className="btn-quiet"
        onPress={() => unsend(_id)}
        done={`${number} is no longer marked as sent`}
      >
        Undo sending
      </ActionButton>
    </div>
  )
}

/** As it is written on a parcel. */
const CopyAddress = ({ order: { ownerName, address } }: { order: Order }) => (
  <ActionButton
    className="btn-quiet"
    onPress={() => navigator.clipboard.writeText(`${ownerName}\n${address}`)}
    done="The address is copied"
  >
    Copy address
  </ActionButton>
)
