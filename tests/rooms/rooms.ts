import { globSync } from 'node:fs'
import { join } from 'node:path'
import { before } from 'node:test'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')

/**
 * The folders of `src/server` whose tests share a process: loading the shop and getting it up to speed took longer
 * than testing, once for each file. Each room has a file here, for Node makes a process of every file.
 */
export const rooms = {
  adapters: ['adapters', 'metrics', 'csv', 'tracing'],
  backup: ['backup'],
  db: ['db'],
  features: ['features'],
  follow: ['follow'],
  figures: ['features/insights', 'features/notices'],
  goods: ['features/items', 'features/reviews', 'features/alerts', 'features/pictures'],
  http: ['http', 'cache', 'limits', 'pages', 'features/health', 'features/metrics', 'features/description'],
  identity: ['features/identity', 'features/factors'],
  invoices: ['features/invoices'],
  jobs: ['jobs', 'store'],
  orders: ['features/orders'],
  payments: ['features/payments'],
  server: ['.'],
  users: ['features/users', 'features/go-live', 'features/audit', 'features/own-data'],
} as const

/**
 * Files of the same folders that have a process for themselves: they have hooks around every test of their process,
 * stop its clock or weigh its memory, or they mostly wait for other processes and would keep a room waiting.
 */
export const alone = [
  'books',
  'closing',
  'db/group-commit',
  'db/group-commit-faults',
  'db/integrity',
  'db/private',
  'db/wal',
  'ending',
  'features/pictures/pictures',
  'http/given-sockets',
  'life',
  'start-failure',
  'worker-metrics',
].map(name => `src/server/${name}.test.ts`)

export type Room = keyof typeof rooms

export const filesOf = (room: Room): string[] =>
  globSync(
    rooms[room].map(folder => join('src/server', folder, '*.test.ts')),
    { cwd: root, exclude: alone },
  ).sort()

/** The tests begin when all files are there: loading in the middle of one would look like a busy shop. */
export async function testsOf(room: Room): Promise<void> {
  const loaded = Promise.withResolvers<void>()
  before(() => loaded.promise)
  for (const file of filesOf(room)) await import(pathToFileURL(join(root, file)).href)
  loaded.resolve()
}
