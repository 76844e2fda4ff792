import type { Order } from '#contract/orders.ts'
import { formatPrice, sumOf } from '#domain/money.ts'
import { paidWords } from '#domain/noted-payment.ts'
import { isCanceled } from '#domain/order.ts'
import { type Extras, type PriceLine, priceOfSent } from '#domain/price.ts'
import { useContent } from '../../api/content.ts'
import { countOf } from '../../ui/count.ts'
import { PaperEdge } from '../../ui/paper-edge.tsx'
import { ShopNotes } from '../../ui/shop-notes.tsx'
import { When } from '../../ui/time.tsx'
import { OrderPicture, type PictureOf } from './pictures.tsx'
import { useDelivery } from './use-delivery.ts'
import './slip.css'

interface SlipProps {
  orders: readonly Order[]
  pictureOf: PictureOf
  /** What a payment that is not made yet contains besides the goods. */
  agreed?: Extras | undefined
}

/** The shop's slip for orders that are paid together, stamped once they are paid. */
export function Slip({ orders, pictureOf, agreed }: SlipProps) {
  const stamp = stampOf(orders)
  const content = useContent()
  const delivery = useDelivery()
  const { lines, total, deliveries } = priceOfSent(orders, delivery, agreed)
  const isFree = delivery !== null && sumOf(deliveries) === 0 && orders.every(({ paid }) => !paid)
  const paidBy = orders[0]?.paidBy
  const at = orders[0]?.paidAt ?? orders[0]?.createdAt
  return (
    <section className="slip" aria-label={stamp ? 'Receipt' : 'Order slip'}>
      <PaperEdge look={content} />
      <p className="slip-head">
        <span className="font-display text-xl">{content.name}</span>
        {at && <When at={at} />}
      </p>
      <ul className="slip-lines">
        {lines.map((line, index) => (
          <SlipLine
            key={orders[index]?._id ?? line.text}
            line={line}
            order={orders[index]}
            pictureOf={pictureOf}
            isPriced={lines.length > 1 || isFree}
          />
        ))}
        {isFree && (
          <li className="flex justify-between">
            <p className="font-display text-lg">Delivery</p>
            <p>Free</p>
          </li>
        )}
      </ul>
      <p className="slip-total">
        <span>Total</span>
        <strong>{formatPrice(total)}</strong>
      </p>
      {stamp && (
        <>
          <p className="slip-stamp">{stamp}</p>
          {paidBy && <p className="mt-3 text-sm">{paidWords(paidBy)}</p>}
          <ShopNotes of={content} />
        </>
      )}
    </section>
  )
}

interface SlipLineProps {
  line: PriceLine
  /** Undefined for a line of the whole payment. */
  order: Order | undefined
  pictureOf: PictureOf
  isPriced: boolean
}

/** Not the columns of the others, if there is no picture. */
const SlipLine = ({ line, order, pictureOf, isPriced }: SlipLineProps) => (
  <li className={order ? undefined : 'flex justify-between'}>
    {order && <OrderPicture src={pictureOf(order)} />}
    <div className="min-w-0">
      <p className="font-display text-lg wrap-anywhere">{line.text}</p>
      {order && (
        <p className="slip-number">
          {order.number}, {countOf(line.quantity, 'piece')}
        </p>
      )}
    </div>
    {isPriced && <p className="tabular-nums">{formatPrice(line.total)}</p>}
  </li>
)

function stampOf(orders: readonly Order[]): string | undefined {
  if (orders.every(isCanceled)) return 'Canceled'
  if (orders.every(({ state }) => state === 'refunded')) return 'Refunded'
  return orders.every(({ paid }) => paid) ? 'Paid' : undefined
}
