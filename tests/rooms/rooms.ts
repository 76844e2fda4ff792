import { globSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'node:test'
import { pathToFileURL } from 'node:url'
import { followNone } from '../helpers/follow-none.ts'
import { clearAfterwards } from '../helpers/handed-on.ts'

const root = join(import.meta.dirname, '../..')

const inServer = (...folders: string[]): string[] => folders.map(folder => `src/server/${folder}/*.test.ts`)

/**
 * The tests that share a process: loading the shop and getting it up to speed took longer than testing, once for each
 * file. Each room has a file here, for Node makes a process of every file.
 */
export const rooms = {
  data: inServer('db', 'backup', 'backup/continuous'),
  goods: inServer(
    ...['features', 'features/items', 'features/reviews', 'features/alerts', 'features/pictures'],
    ...['features/health', 'features/metrics', 'features/description', 'http', 'cache', 'limits', 'pages'],
    ...['adapters', 'metrics', 'csv', 'tracing'],
  ),
  money: inServer(
    ...['features/payments', 'features/orders', 'features/invoices', 'features/insights', 'features/notices'],
  ),
  people: inServer(
    ...['features/identity', 'features/factors', 'features/users', 'features/go-live', 'features/audit'],
    ...['features/own-data', 'jobs', 'store'],
  ),
  // These mostly wait for processes of their own.
  starting: inServer('.'),
  sandbox: ['sandbox/**/*.test.ts'],
}

export type Room = keyof typeof rooms

export const roomNames = Object.keys(rooms) as Room[]

/** They stop the clock of their process, or weigh its memory. */
export const alone = ['src/server/ending.test.ts', 'src/server/features/pictures/pictures.test.ts']

export const filesOf = (room: Room): string[] => globSync(rooms[room], { cwd: root, exclude: alone }).sort()

export function testsOf(room: Room): void {
  clearAfterwards()
  inSuites(filesOf(room))
}

/** One file after the other; what a file does before and after its tests, it does around no others. */
export function inSuites(files: readonly string[]): void {
  const descriptions: Promise<unknown>[] = []
  const describe = (file: string) => {
    const description = import(pathToFileURL(join(root, file)).href)
    descriptions.push(description)
    return description
  }
  for (const file of files) suite(file, () => describe(file))
  // Also where a file cannot be loaded, which its suite tells.
  void Promise.allSettled(descriptions).then(followNone)
}
