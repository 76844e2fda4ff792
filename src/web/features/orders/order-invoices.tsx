import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '#contract/invoices.ts'
import type { Order } from '#contract/orders.ts'
import { formatAmount } from '#domain/money.ts'
import { download } from '../../api/download.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { formatPercent } from '../../ui/percent.ts'
import { Loading } from '../../ui/spinner.tsx'
import { PartError } from '../../ui/states.tsx'
import { orderInvoices } from './queries.ts'

const kinds: Readonly<Record<Invoice['kind'], string>> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  cancellation: 'Canceled credit note',
}

/** The invoice and credit notes of a paid order, each as a PDF. */
export function OrderInvoices({ id }: { id: string }) {
  const query = useQuery(orderInvoices(id))
  return (
    <section className="mt-8" aria-labelledby="invoices">
      <h3 id="invoices" className="font-display text-lg">
        Invoice
      </h3>
      {query.isPending && <Loading />}
      {query.isError && <PartError query={query} />}
      <ul className="timeline-list">
        {query.data?.map(invoice => (
          <InvoiceLine key={invoice.number} orderId={id} invoice={invoice} />
        ))}
      </ul>
    </section>
  )
}

function InvoiceLine({ orderId, invoice }: { orderId: string; invoice: Invoice }) {
  const { number, kind, amount, taxes, orders } = invoice
  return (
    <li className="items-center">
      <span>
        {kinds[kind]} {number}, {formatAmount(amount)}
        {orders.length > 1 && <span className="text-soft"> for {orders.join(', ')}</span>}
        {taxes.map(({ name, percent, tax }) => (
          <span key={name} className="block text-sm text-soft">
            includes {formatAmount(Math.abs(tax))} tax ({name}, {formatPercent(percent)})
          </span>
        ))}
      </span>
      <ActionButton
        className="btn-sm btn-quiet"
        onPress={() =>
          download('GET /booking/{id}/invoice.pdf', { params: { id: orderId }, query: { number } })
        }
        done={`${number} was downloaded`}
      >
        PDF<span className="sr-only"> of {number}</span>
      </ActionButton>
    </li>
  )
}

export const InvoiceButton = ({ order: { _id: id, number } }: { order: Order }) => (
  <ActionButton
    className="btn-sm btn-quiet"
    onPress={() => download('GET /booking/{id}/invoice.pdf', { params: { id } })}
    done={`The invoice of ${number} was downloaded`}
  >
    Invoice<span className="sr-only"> of {number}</span>
  </ActionButton>
)
