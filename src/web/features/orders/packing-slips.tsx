import type { Seller } from '#contract/invoices.ts'
import type { Order } from '#contract/orders.ts'
import { useContent } from '../../api/content.ts'
import { PaperEdge } from '../../ui/paper-edge.tsx'
import './packing-slips.css'

interface PackingSlipsProps {
  orders: readonly Order[]
  seller: Seller
}

/** One printed sheet per order; nothing on screen. */
export const PackingSlips = ({ orders, seller }: PackingSlipsProps) =>
  orders.map(order => <PackingSlip key={order._id} order={order} seller={seller} />)

const PackingSlip = ({ order, seller }: { order: Order; seller: Seller }) => (
  <article className="packing-slip">
    <PaperEdge look={useContent()} />
    <header>
      <div>
        <p className="slip-sender">{seller.name}</p>
        {seller.address.map(line => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div>
        <p className="slip-number">{order.number}</p>
        <p>Packing slip</p>
        <p>Ordered on {new Date(order.createdAt).toLocaleDateString('en-GB', { dateStyle: 'long' })}</p>
      </div>
    </header>
    <section>
      <h2>Deliver to</h2>
      <p className="slip-receiver">{order.ownerName}</p>
      <p className="slip-address">{order.address}</p>
      <p>{order.mobileNumber}</p>
    </section>
    <table>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Quantity</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{order.itemName}</td>
          {/* Restocked units are not in the parcel. */}
          <td className="slip-quantity">{order.quantity - order.restockedQuantity}</td>
        </tr>
      </tbody>
    </table>
    <footer>
      Thank you for your order. If anything is missing, please tell us the order number {order.number}.
    </footer>
  </article>
)
