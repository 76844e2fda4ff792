import type { UsedVoucher } from '#contract/insights.ts'
import { amountsFormat } from '#domain/money.ts'
import { inThousands } from '#domain/thousands.ts'

/** The vouchers that were used in the period, folded. Without any, nothing is shown. */
export function UsedVouchers({ vouchers }: { vouchers: readonly UsedVoucher[] }) {
  if (vouchers.length === 0) return null
  const format = amountsFormat(vouchers.map(({ discount }) => discount))
  return (
    <details className="report used-vouchers">
      <summary>
        <h4>Vouchers</h4>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways on phones, also by the arrow keys */}
      <section className="sales-table-room" aria-label="Used vouchers" tabIndex={0}>
        <table className="sales-table">
          <caption className="sr-only">Used vouchers</caption>
          <thead>
            <tr>
              {['Code', 'Payments', 'Discount'].map(head => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {vouchers.map(({ code, uses, discount }) => (
              <tr key={code}>
                <th scope="row">{code}</th>
                <td>{inThousands(uses)}</td>
                <td>{format(discount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
