import type { QueueLimits } from './shared-queue.ts'

const pictureMessage = 'Many pictures are arriving right now. Please try again in a moment.'

/**
 * All resources that the visitors of a process share, with one rule (shared-queue.ts): an overall limit, limits per IP
 * address and account, and turns between addresses. docs/security.md describes them in a table.
 */
export const queues = {
  /** Requests in processing. They do not wait here, but in the queues behind. */
  work: {
    atOnce: 1000,
    waiting: 0,
    perAddress: 800,
    message: 'The shop is very busy. Please try again in a moment.',
    retryAfter: 2,
  },
  /** Each hash takes a core for a while, and 19 MiB. */
  passwords: {
    atOnce: 2,
    waiting: 64,
    perAddress: 20,
    message: 'Many people are signing in right now. Please try again in a moment.',
    retryAfter: 2,
  },
  /** Uploads, from the first byte to the response: each is in memory as a whole. */
  uploads: {
    atOnce: 16,
    waiting: 0,
    perAddress: 2,
    perAccount: 1,
    forAdmins: 4,
    message: pictureMessage,
    retryAfter: 5,
  },
  /** Pictures that are decoded and encoded again. */
  pictures: { atOnce: 2, waiting: 8, perAddress: 4, perAccount: 2, message: pictureMessage, retryAfter: 5 },
  /** Invoices that are rendered, in a separate thread. */
  invoices: {
    atOnce: 1,
    waiting: 64,
    perAddress: 20,
    perAccount: 10,
    message: 'Many invoices are being made right now. Please try again in a moment.',
    retryAfter: 2,
  },
  /** Pictures that are fetched from a bucket. A page requests many of them simultaneously. */
  storedPictures: {
    atOnce: 64,
    waiting: 128,
    perAddress: 100,
    message: 'Pictures cannot be reached right now. Please try again in a moment.',
    retryAfter: 5,
  },
} as const satisfies Record<string, QueueLimits>
