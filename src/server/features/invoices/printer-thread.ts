import { parentPort } from 'node:worker_threads'
import { invoicePdf, type PrintedInvoice } from './invoice-pdf.ts'

/** Started by printer.ts: renders each invoice it receives, and exits on an error. */
parentPort?.on('message', async (invoice: PrintedInvoice) => {
  parentPort?.postMessage(await invoicePdf(invoice))
})
