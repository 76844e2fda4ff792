import { once } from 'node:events'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { queues } from '../../queues/queues.ts'
import { type Requester, SharedQueue } from '../../queues/shared-queue.ts'
import type { PrintedInvoice } from './invoice-pdf.ts'

const timeoutMs = 30_000

/** In the build it is also in the server's folder. */
const program = join(import.meta.dirname, `printer-thread${extname(import.meta.filename)}`)

/**
 * Renders invoices in a thread, one at a time: each takes ten milliseconds of CPU, which would block all requests. The
 * thread starts with the first invoice, so that a shop without sales uses little memory.
 */
export class InvoicePrinter {
  readonly #queue = new SharedQueue(queues.invoices)
  #thread: Worker | undefined

  print(invoice: PrintedInvoice, asker: Requester): Promise<Buffer> {
    return this.#queue.run(asker, () => this.#draw(invoice))
  }

  async close(): Promise<void> {
    await this.#thread?.terminate()
  }

  async #draw(invoice: PrintedInvoice): Promise<Buffer> {
    this.#thread ??= this.#start()
    const thread = this.#thread
    // The thread keeps the process alive only while it renders.
    thread.ref()
    try {
      thread.postMessage(invoice)
      const signal = AbortSignal.timeout(timeoutMs)
      const [bytes] = (await once(thread, 'message', { signal })) as [Uint8Array]
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    } catch (error) {
      // The thread crashed or hangs; the next invoice gets a new one.
      this.#thread = undefined
      void thread.terminate()
      throw error
    } finally {
      thread.unref()
    }
  }

  #start(): Worker {
    const thread = new Worker(program)
    // `once` above rejects for the caller; between invoices the error can be ignored.
    thread.on('error', () => undefined)
    thread.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined
    })
    return thread
  }
}
