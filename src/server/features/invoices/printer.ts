import { once } from 'node:events'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { queues } from '../../queues/queues.ts'
import { type Asker, SharedQueue } from '../../queues/shared-queue.ts'
import type { PrintedInvoice } from './invoice-pdf.ts'

const timeoutMs = 30_000

/** In the build it lies beside the rest of the server, too. */
const program = join(import.meta.dirname, `printer-thread${extname(import.meta.filename)}`)

/**
 * Draws invoices in a thread, one after the other: each takes ten milliseconds, in which the shop would answer nobody. The
 * thread starts with the first invoice, so that a shop that sells nothing stays small.
 */
export class InvoicePrinter {
  readonly #queue = new SharedQueue(queues.invoices)
  #thread: Worker | undefined

  print(invoice: PrintedInvoice, asker: Asker): Promise<Buffer> {
    return this.#queue.run(asker, () => this.#draw(invoice))
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  async #draw(invoice: PrintedInvoice): Promise<Buffer> {
    this.#thread ??= this.#start()
    const thread = this.#thread
    // Only while it draws does it keep the process from ending.
    thread.ref()
    try {
      thread.postMessage(invoice)
      const signal = AbortSignal.timeout(timeoutMs)
      const [bytes] = (await once(thread, 'message', { signal })) as [Uint8Array]
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    } catch (error) {
      // The thread has died of that invoice, or hangs: the next invoice gets another.
      this.#thread = undefined
      void thread.terminate()
      throw error
    } finally {
      thread.unref()
    }
  }

  #start(): Worker {
    const thread = new Worker(program)
    // `once` above rejects for whoever waits; between invoices nobody has to hear of it.
    thread.on('error', () => undefined)
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined
    })
    return thread
  }
}
