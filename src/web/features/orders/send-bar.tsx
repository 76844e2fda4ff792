import { useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { countOf } from '../../ui/count.ts'
import { Form, type Values } from '../../ui/form.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { DisputeWarning } from './dispute-warning.tsx'
import { PackingSlipButton } from './packing-slip-button.tsx'
import { useSendOrders, useUnsendOrders } from './queries.ts'
import { ParcelFields, parcelRules } from './send-bar-fields.tsx'
import './send-bar.css'

interface SendBarProps {
  chosen: readonly Order[]
  onSent: () => void
}

/**
 * Sends the selected orders and can undo that. Its place at the lower edge is reserved, so that nothing moves. Send and
 * Undo are separate buttons, so that a double press does not undo what it just did.
 */
export function SendBar({ chosen, onSent }: SendBarProps) {
  const { mutateAsync: unsend } = useUnsendOrders()
  const [sent, setSent] = useState<readonly Order[]>([])

  async function undo() {
    const refusals = await unsend(sent.map(({ _id }) => _id))
    setSent(now => now.filter(order => !sent.includes(order) || refusals.has(order._id)))
    for (const refusal of refusals.values()) throw refusal
  }

  const isSending = chosen.length > 0
  const isUndoing = !isSending && sent.length > 0
  return (
    <KeepFocus className="send-place">
      <div className="send-sheet" data-shown={isSending || isUndoing}>
        <p role="status">
          {isSending && `${ordersOf(chosen)} selected`}
          {isUndoing && `${ordersOf(sent)} sent`}
        </p>
        {isSending && (
          <SendForm
            chosen={chosen}
            onSent={orders => {
              setSent(orders)
              onSent()
            }}
          />
        )}
        {isUndoing && (
          <ActionButton className="btn-quiet" onPress={undo} done={`Marked as not sent: ${ordersOf(sent)}`}>
            Undo
          </ActionButton>
        )}
      </div>
    </KeepFocus>
  )
}

interface SendFormProps {
  chosen: readonly Order[]
  onSent: (orders: readonly Order[]) => void
}

function SendForm({ chosen, onSent }: SendFormProps) {
  const { mutateAsync: send } = useSendOrders()
  const disputed = chosen.filter(({ disputedAt }) => disputedAt !== null)
  // Kept for an order that is ticked again.
  const typed = useRef<Values>({})
  const remember = (values: Values) => {
    typed.current = { ...typed.current, ...values }
  }
  return (
    <Form
      rules={parcelRules(chosen)}
      onSend={async orders => {
        const sent = await send({ orders, ...(disputed.length > 0 && { evenIfDisputed: true }) })
        toast(`Sent: ${ordersOf(sent)}`)
        onSent(sent)
      }}
      onChange={remember}
      className="send-form"
    >
      <ParcelFields chosen={chosen} typed={typed} remember={remember} />
      {disputed.length > 0 && <DisputeWarning numbers={disputed.map(({ number }) => number)} />}
      <div className="send-buttons">
        <PackingSlipButton orders={chosen}>Print packing slips</PackingSlipButton>
        <Submit>
          Send {ordersOf(chosen)}
          {disputed.length > 0 && `, ${disputed.length} disputed`}
        </Submit>
      </div>
    </Form>
  )
}

const ordersOf = (orders: readonly Order[]): string => countOf(orders.length, 'order')
