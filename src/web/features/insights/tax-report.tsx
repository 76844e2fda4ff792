import { useQuery } from '@tanstack/react-query'
import type { TaxOfMonth } from '#contract/taxes.ts'
import { amountsFormat } from '#domain/money.ts'
import { download } from '../../api/download.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { formatPercent } from '../../ui/percent.ts'
import { PartError } from '../../ui/states.tsx'
import { monthLabel } from './bars.ts'
import { taxReport } from './queries.ts'

/** The tax of each month, folded. A shop that never had a rate shows nothing. */
export function TaxReport() {
  const query = useQuery(taxReport)
  if (query.isError) return <PartError query={query} what="Tax" />
  if (!query.data?.months.length) return null
  return (
    <details className="report tax-report">
      <summary>
        <h4>Tax</h4>
      </summary>
      <TaxTable months={query.data.months} />
      <ActionButton
        className="btn-sm btn-quiet mt-3"
        onPress={() => download('GET /invoices.csv', {})}
        done="The file was downloaded"
      >
        Download for your accountant
      </ActionButton>
    </details>
  )
}

function TaxTable({ months }: { months: readonly TaxOfMonth[] }) {
  const format = amountsFormat(months.flatMap(({ net, tax, gross }) => [net, tax, gross]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on phones, also by the arrow keys
    <section className="sales-table-room" aria-label="Tax by month" tabIndex={0}>
      <table className="sales-table">
        <caption className="sr-only">Tax by month and rate</caption>
        <thead>
          <tr>
            {['Month', 'Rate', 'Net', 'Tax', 'Gross'].map(head => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, name, percent, net, tax, gross }) => (
            <tr key={`${month} ${name} ${percent}`}>
              <th scope="row">{monthLabel(month)}</th>
              <td>
                {name}, {formatPercent(percent)}
              </td>
              <td>{format(net)}</td>
              <td>{format(tax)}</td>
              <td>{format(gross)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
