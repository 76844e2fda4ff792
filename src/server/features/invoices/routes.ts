import { invoices as contract, type Invoice } from '#contract/invoices.ts'
import type { Caller } from '#domain/access.ts'
import { usDollar } from '#domain/currency.ts'
import { formatInvoiceNumber, type InvoiceContent, kindOf } from '#domain/invoice.ts'
import { majorOf } from '#domain/money.ts'
import { noSuchOrder } from '#domain/order.ts'
import { Refusal } from '#domain/refusal.ts'
import { inMajorUnits, type TaxSum } from '#domain/tax.ts'
import type { InvoiceRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import type { Serve } from '../../http/serve.ts'
import { checkRate } from '../../limits/rates.ts'
import * as invoiceTaxes from '../../store/invoice-taxes.ts'
import * as invoices from '../../store/invoices.ts'
import * as orders from '../../store/orders.ts'
import * as shopContent from '../../store/shop-content.ts'
import { invoiceFile } from './invoice-file.ts'

export function invoiceRoutes(serve: Serve, deps: Deps): void {
  serve(contract.list, async ({ caller, params }) => {
    const documents = await documentsOf(deps, caller, params.id)
    return Promise.all(
      documents.map(async row => toInvoice(row, await invoiceTaxes.listOf(deps.db.read, row))),
    )
  })

  serve(contract.pdf, async ({ caller, params, query, request, reply }) => {
    const documents = await documentsOf(deps, caller, params.id)
    if (documents.length === 0) throw new Refusal('not_paid', 'This order is not paid, so it has no invoice.')
    const wanted = documents.find(document =>
      query.number ? formatInvoiceNumber(document) === query.number : document.series === 'INV',
    )
    if (!wanted) throw new Refusal('not_found', 'This order has no such document.')
    await checkRate(deps, [limitOf(caller)], 'Too many invoices were requested.')
    const asker = { ...visitorOf(request, deps.config), account: caller.userId, isAdmin: caller.admin }
    const { name, bytes } = await invoiceFile(deps, wanted, asker)
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return bytes
  })

  serve(contract.seller, async () => {
    const { name, address } = await shopContent.readDetails(deps.db.read, deps.config)
    return { name, address: [...address] }
  })
}

/** Rendering is CPU-heavy, and all invoices share one thread. */
const limitOf = ({ userId }: Caller) => ({
  name: `invoices asked for by ${userId}`,
  most: 300,
  withinMs: 600_000,
})

async function documentsOf({ db }: Deps, caller: Caller, orderId: string): Promise<InvoiceRow[]> {
  const order = await orders.findFor(db.read, caller, orderId)
  if (!order) throw noSuchOrder()
  return invoices.listOf(db.read, order)
}

const contentOf = (row: InvoiceRow): InvoiceContent => JSON.parse(row.content)

const toInvoice = (row: InvoiceRow, taxes: readonly TaxSum[]): Invoice => ({
  number: formatInvoiceNumber(row),
  kind: kindOf(row.series, row.amount_minor),
  amount: majorOf(Math.abs(row.amount_minor)),
  currency: contentOf(row).currency ?? usDollar.code,
  taxes: taxes.map(inMajorUnits),
  orders: contentOf(row).orderNumber.split(', '),
  issuedAt: new Date(row.issued_at).toISOString(),
})
