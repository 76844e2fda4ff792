import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { countOf } from '../../ui/count.ts'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { DisputeWarning } from './dispute-warning.tsx'
import { PackingSlipButton } from './packing-slip-button.tsx'
import { useSendOrders, useUnsendOrders } from './queries.ts'

interface SendBarProps {
  chosen: readonly Order[]
  onSent: () => void
}

/**
 * Sends the selected orders and can undo that. Empty when there is nothing to do. Send and Undo are separate buttons,
 * so that a double press does not undo what it just did.
 */
export function SendBar({ chosen, onSent }: SendBarProps) {
  const { mutateAsync: send } = useSendOrders()
  const { mutateAsync: unsend } = useUnsendOrders()
  const disputed = chosen.filter(({ disputedAt }) => disputedAt !== null)
  const [sent, setSent] = useState<readonly Order[]>([])

  async function sendChosen() {
    const orders = chosen.map(({ _id }) => ({ id: _id }))
    setSent(await send({ orders, ...(disputed.length > 0 && { evenIfDisputed: true }) }))
    onSent()
  }

  async function undo() {
    const refusals = await unsend(sent.map(({ _id }) => _id))
    setSent(now => now.filter(order => !sent.includes(order) || refusals.has(order._id)))
    for (const refusal of refusals.values()) throw refusal
  }

  return (
    <KeepFocus role="status">
      {chosen.length > 0 ? (
        <div key="send" className="panel send-bar">
          <p>{ordersOf(chosen)} chosen</p>
          <PackingSlipButton orders={chosen}>Print packing slips</PackingSlipButton>
          <ActionButton className="btn-primary" onPress={sendChosen} done={`Sent: ${ordersOf(chosen)}`}>
            Send {ordersOf(chosen)}
            {disputed.length > 0 && `, ${disputed.length} disputed`}
          </ActionButton>
          {disputed.length > 0 && <DisputeWarning numbers={disputed.map(({ number }) => number)} />}
        </div>
      ) : (
        sent.length > 0 && (
          <div key="undo" className="panel send-bar">
            <p>{ordersOf(sent)} sent</p>
            <ActionButton className="btn-quiet" onPress={undo} done={`Taken back: ${ordersOf(sent)}`}>
              Undo
            </ActionButton>
          </div>
        )
      )}
    </KeepFocus>
  )
}

const ordersOf = (orders: readonly Order[]): string => countOf(orders.length, 'order')
