import { once } from 'node:events'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { queues } from '../../queues/queues.ts'
import { type Asker, SharedQueue } from '../../queues/shared-queue.ts'
import type { PrintedInvoice } from './invoice-pdf.ts'

const patienceMs = 30_000

/** In the build it lies beside the rest of the server, too. */
const program = join(import.meta.dirname, `printer-thread${extname(import.meta.filename)}`)

const queue = new SharedQueue(queues.invoices)
let thread: Worker | undefined

/**
 * Draws in a thread of its own, one sheet after the other: a sheet takes ten milliseconds, in which the shop would
 * answer nobody. The thread begins with the first sheet: a shop that sells nothing stays small.
 */
export const print = (invoice: PrintedInvoice, asker: Asker): Promise<Buffer> =>
  queue.run(asker, () => draw(invoice))

async function draw(invoice: PrintedInvoice): Promise<Buffer> {
  thread ??= begin()
  const drawing = thread
  // Only while it draws does it keep the process from ending.
  drawing.ref()
  try {
    drawing.postMessage(invoice)
    const signal = AbortSignal.timeout(patienceMs)
    const [bytes] = (await once(drawing, 'message', { signal })) as [Uint8Array]
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (error) {
    // It has died of that sheet, or will never be done with it: the next one gets another thread.
    thread = undefined
    void drawing.terminate()
    throw error
  } finally {
    drawing.unref()
  }
}

/** Whoever waits for a sheet hears why it has ended; between sheets nobody has to, and the next one gets another. */
function begin(): Worker {
  const worker = new Worker(program)
  worker.on('error', () => undefined)
  worker.once('exit', () => {
    if (thread === worker) thread = undefined
  })
  return worker
}
