import { useQuery } from '@tanstack/react-query'
import type { Invoice } from '#contract/invoices.ts'
import type { Order } from '#contract/orders.ts'
import { formatDollars } from '#domain/money.ts'
import { download } from '../../api/download.ts'
import { sentenceOf } from '../../api/problem-error.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { orderInvoices } from './queries.ts'

const kinds: Readonly<Record<Invoice['kind'], string>> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  cancellation: 'Cancelled credit',
}

/** The documents of a paid order, each to be had as a PDF. */
export function OrderInvoices({ id }: { id: string }) {
  const query = useQuery(orderInvoices(id))
  if (query.isPending) return <Loading />
  if (query.isError) return <span role="alert">{sentenceOf(query.error)}</span>
  return (
    <ul className="grid gap-2">
      {query.data.map(({ number, kind, amount }) => (
        <li key={number} className="flex flex-wrap items-center justify-between gap-2">
          <span>
            {kinds[kind]} {number}, {formatDollars(amount)}
          </span>
          <ActionButton
            className="btn-sm btn-quiet"
            onPress={() => download('GET /booking/{id}/invoice.pdf', { params: { id }, query: { number } })}
            done={`${number} is downloaded`}
          >
            PDF<span className="sr-only"> of {number}</span>
          </ActionButton>
        </li>
      ))}
    </ul>
  )
}

export const InvoiceButton = ({ order: { _id: id, number } }: { order: Order }) => (
  <ActionButton
    className="btn-sm btn-quiet"
    onPress={() => download('GET /booking/{id}/invoice.pdf', { params: { id } })}
    done={`The invoice of ${number} is downloaded`}
  >
    Invoice<span className="sr-only"> of {number}</span>
  </ActionButton>
)
