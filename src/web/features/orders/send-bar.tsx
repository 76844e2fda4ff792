import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { PackingSlipButton } from './packing-slip-button.tsx'
import { useSendOrders, useUnsendOrder } from './queries.ts'

interface SendBarProps {
  chosen: readonly Order[]
  onSent: () => void
}

const countOf = (orders: readonly Order[]): string =>
  orders.length === 1 ? '1 order' : `${orders.length} orders`

/** Sends the chosen orders at once, and takes that back. Nothing while there is nothing to do. */
export function SendBar({ chosen, onSent }: SendBarProps) {
  const { mutateAsync: send } = useSendOrders()
  const { mutateAsync: unsend } = useUnsendOrder()
  const [sent, setSent] = useState<readonly Order[]>([])

  async function sendChosen() {
    setSent(await send(chosen.map(({ _id }) => ({ id: _id }))))
    onSent()
  }

  async function takeBack() {
    for (const { _id } of sent) await unsend(_id)
    setSent([])
  }

  if (chosen.length > 0)
    return (
      <div className="panel send-bar" role="status">
        <p>{countOf(chosen)} chosen</p>
        <PackingSlipButton orders={chosen}>Print packing slips</PackingSlipButton>
        <ActionButton className="btn-primary" onPress={sendChosen} done={`Sent: ${countOf(chosen)}`}>
          Send {countOf(chosen)}
        </ActionButton>
      </div>
    )
  if (sent.length === 0) return null
  return (
    <div className="panel send-bar" role="status">
      <p>{countOf(sent)} sent</p>
      <ActionButton className="btn-quiet" onPress={takeBack} done={`Taken back: ${countOf(sent)}`}>
        Undo
      </ActionButton>
    </div>
  )
}
