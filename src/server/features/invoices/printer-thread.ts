import { parentPort } from 'node:worker_threads'
import { invoicePdf, type PrintedInvoice } from './invoice-pdf.ts'

/** Started by printer.ts: draws what it is sent, and dies of what it cannot draw. */
parentPort?.on('message', async (invoice: PrintedInvoice) => {
  parentPort?.postMessage(await invoicePdf(invoice))
})
