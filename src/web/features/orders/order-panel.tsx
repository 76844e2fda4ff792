import { useQuery } from '@tanstack/react-query'
import { type Order, parcelForm } from '#contract/orders.ts'
import { isSendable, mayHappen } from '#domain/order.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Loading } from '../../ui/spinner.tsx'
import { QueryError } from '../../ui/states.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { DisputeWarning } from './dispute-warning.tsx'
import { OrderFacts } from './order-facts.tsx'
import { OrderInvoices } from './order-invoices.tsx'
import { StateChip } from './order-line.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { PackingSlipButton } from './packing-slip-button.tsx'
import { managedOrder, useSendOrders, useUnsendOrder } from './queries.ts'
import { RefundSection } from './refund-section.tsx'

interface OrderPanelProps {
  /** The panel is closed without an id. */
  id: string | undefined
  onClose: () => void
}

export function OrderPanel({ id, onClose }: OrderPanelProps) {
  return (
    <Dialog open={id !== undefined} title="Order" side onClose={onClose}>
      {id && <OrderDetails key={id} id={id} />}
    </Dialog>
  )
}

function OrderDetails({ id }: { id: string }) {
  const query = useQuery(managedOrder(id))
  if (query.isPending) return <Loading />
  if (query.data === undefined) return <QueryError query={query} />
  if (query.data === null) return <p className="mt-6">There is no such order.</p>
  const order = query.data
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <strong className="font-display text-2xl">{order.number}</strong>
        <StateChip order={order} />
      </p>
      <KeepFocus>
        {isSendable(order) && <SendForm order={order} />}
        {mayHappen('unsend', order.state) && <Unsend order={order} />}
      </KeepFocus>
      {(isSendable(order) || order.state === 'sent') && (
        <div className="mt-6">
          <PackingSlipButton orders={[order]}>Print packing slip</PackingSlipButton>
        </div>
      )}
      <OrderFacts order={order} />
      {order.paid && <OrderInvoices id={id} />}
      {order.paid && <RefundSection order={order} />}
      <OrderTimeline id={id} />
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
      className="mt-6 grid gap-4"
    >
      <Field name="carrier" label="Carrier" required={false} autoComplete="off" />
      <Field name="tracking" label="Tracking" required={false} autoComplete="off" />
      {evenIfDisputed && <DisputeWarning numbers={[number]} />}
      <Submit>{evenIfDisputed ? 'Send although it is disputed' : 'Send'}</Submit>
    </Form>
  )
}

function Unsend({ order: { _id, number } }: { order: Order }) {
  const { mutateAsync: unsend } = useUnsendOrder()
  return (
    <div className="mt-6">
      <ActionButton className="btn-quiet" onPress={() => unsend(_id)} done={`${number} is not sent any more`}>
        Undo sending
      </ActionButton>
    </div>
  )
}
