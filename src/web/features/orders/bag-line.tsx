import { useId } from 'react'
import { Link } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { formatAmount } from '#domain/money.ts'
import { mayHappen } from '#domain/order.ts'
import { paths } from '../../paths.ts'
import { Stepper } from '../../ui/stepper.tsx'
import { isPayable, PaymentChecked } from './payment-checked.tsx'
import { OrderPicture } from './pictures.tsx'
import { TransferWaits } from './transfer-waits.tsx'
import { useQuantity } from './use-quantity.ts'
import { isWaiting } from './waiting.ts'

interface BagLineProps {
  order: Order
  picture: string | undefined
  onRemove: (order: Order) => void
}

export function BagLine({ order, picture, onRemove }: BagLineProps) {
  const { itemId, itemName, number, quantity, totalPrice, state } = order
  return (
    <li className="bag-line">
      <OrderPicture src={picture} />
      <div className="bag-line-text">
        <p className="bag-line-head">
          <Link to={paths.item(itemId)} className="details-button wrap-anywhere">
            {itemName}
          </Link>
          <span className="tabular-nums">{formatAmount(totalPrice)}</span>
        </p>
        <p className="text-sm text-soft">
          {number}
          {quantity > 1 && `, ${formatAmount(totalPrice / quantity)} each`}
        </p>
        <PaymentChecked order={order} />
        <TransferWaits order={order} />
        {state === 'lapsed' && <p className="hold">No longer held: others can buy it.</p>}
        <div className="bag-line-tools">
          {isPayable(order) && <Quantity order={order} />}
          {isWaiting(order) && (
            <Link to={paths.payment(order._id)} className="btn btn-sm btn-quiet">
              Transfer details<span className="sr-only"> for {itemName}</span>
            </Link>
          )}
          {mayHappen('remove', state) && (
            <button type="button" className="btn btn-sm btn-quiet" onClick={() => onRemove(order)}>
              Remove<span className="sr-only"> the order of {itemName}</span>
            </button>
          )}
        </div>
      </div>
    </li>
  )
}

function Quantity({ order }: { order: Order }) {
  const { shown, problem, type, set } = useQuantity(order)
  const problemId = useId()
  const label = `Quantity of ${order.itemName}`
  return (
    <>
      <Stepper of={label} onStep={set}>
        <input
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          className="input field-input"
          aria-label={label}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problemId}
          value={shown}
          onChange={event => type(event.target.value)}
          onBlur={event => set(event.target.value)}
          onKeyDown={event => event.key === 'Enter' && set(event.currentTarget.value)}
        />
      </Stepper>
      <p id={problemId} role="alert" className="field-error">
        {problem}
      </p>
    </>
  )
}
