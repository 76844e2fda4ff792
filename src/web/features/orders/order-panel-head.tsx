import type { Order } from '#contract/orders.ts'
import { StateChip } from './order-line.tsx'
import { OrderPicture, usePictures } from './pictures.tsx'
import type { Neighbors } from './use-neighbors.ts'

interface OrderPanelHeadProps {
  order: Order
  neighbors: Neighbors
  onShow: (id: string) => void
}

/** What was ordered, and the way to the orders above and below it in the list. */
export function OrderPanelHead({ order, neighbors, onShow }: OrderPanelHeadProps) {
  const pictureOf = usePictures([order])
  return (
    <div className="panel-head">
      <OrderPicture src={pictureOf(order)} />
      <p className="flex flex-wrap items-center gap-3">
        <strong className="font-display text-2xl">{order.number}</strong>
        <StateChip order={order} />
      </p>
      <div className="neighbors">
        <Neighbor label="Previous order" order={neighbors.previous} onShow={onShow} path="m6 15 6-6 6 6" />
        <Neighbor label="Next order" order={neighbors.next} onShow={onShow} path="m6 9 6 6 6-6" />
      </div>
    </div>
  )
}

interface NeighborProps {
  label: string
  order: Order | undefined
  onShow: (id: string) => void
  path: string
}

/** Not disabled at an end of the list, because it would lose the focus. */
const Neighbor = ({ label, order, onShow, path }: NeighborProps) => (
  <button
    type="button"
    className="icon-button"
    aria-label={label}
    aria-disabled={order === undefined}
    onClick={() => order && onShow(order._id)}
  >
    <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
)
