// Checks the size of the files that a visitor loads before a page works, for each route, against a budget. Run after
// the build.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const client = join(import.meta.dirname, '../build/client')

interface Loaded {
  module: string
  imports: string[]
  css: string[]
}

interface Route extends Loaded {
  id: string
  parentId?: string
  path?: string
}

interface Manifest {
  entry: Loaded
  routes: Record<string, Route>
}

/** In kilobytes of gzip, as the industry measures; browsers get brotli, which is smaller. */
interface Budget {
  script: number
  style: number
}

/** What a visitor's first page loads: not more script than in version 1.0. */
const usual: Budget = { script: 141.3, style: 13 }

/** Includes the shapes of the contract, and for signing in passkeys. */
const withForm: Budget = { script: 169.5, style: 14.5 }

/** Each has its own styles. */
const withSlip = { style: 15 }
const dashboard = { style: 15 }

const budgets: Record<string, Budget> = {
  '/login': withForm,
  '/signup': withForm,
  // Includes filters and families for signed-in users.
  '/items': { style: 14.1, script: 154.5 },
  '/items/:id': { script: 156, ...withSlip },
  '/dashboard': { ...withForm, ...dashboard },
  '/dashboard/myReview': { ...withForm, ...dashboard },
  '/dashboard/addItem': { script: 172.5, ...dashboard },
  '/dashboard/myOrder': { script: 159.5, ...withSlip },
  '/dashboard/allUsers': { script: 156.5, ...withSlip },
  // Admins open them once a day, and then their browser has them.
  '/dashboard/manageItems': { script: 178.5, style: 15.5 },
  '/dashboard/manageAllOrders': { script: 177, style: 16.5 },
  // Includes the card provider's React binding, and a slip that folds and is stamped.
  '/dashboard/payment/:id': { script: 167, style: 15.5 },
}

const manifestFile = readdirSync(join(client, 'assets')).find(name => /^manifest-\w+\.js$/.test(name)) ?? ''

function readManifest(): Manifest {
  const text = readFileSync(join(client, 'assets', manifestFile), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

/** The route and its parents: all of them are loaded together. */
const lineOf = (routes: Manifest['routes'], id: string | undefined): Route[] => {
  const route = id === undefined ? undefined : routes[id]
  return route ? [...lineOf(routes, route.parentId), route] : []
}

interface Size {
  gzip: number
  brotli: number
}

const known = new Map<string, Size>()

/** Most files are shared, and compressing them takes seconds, so each is compressed once. */
function fileSize(address: string): Size {
  // React Router marks style sheets that are also loaded later.
  const url = address.replace(/#$/, '')
  const bytes = known.has(url) ? undefined : readFileSync(join(client, url))
  if (bytes) known.set(url, { gzip: gzipSync(bytes).length, brotli: brotliCompressSync(bytes).length })
  return known.get(url) ?? { gzip: 0, brotli: 0 }
}

function sizeOf(urls: readonly string[]): Size {
  const sizes = [...new Set(urls)].map(fileSize)
  const sum = (kind: keyof Size) => sizes.reduce((total, size) => total + size[kind], 0) / 1000
  return { gzip: sum('gzip'), brotli: sum('brotli') }
}

function firstLoads({ entry, routes }: Manifest) {
  const parents = new Set(Object.values(routes).map(route => route.parentId))
  const leaves = Object.values(routes).filter(({ id }) => !parents.has(id))
  return leaves.map(({ id }) => {
    const line = lineOf(routes, id)
    const parts: Loaded[] = [entry, ...line]
    return {
      path: `/${line.flatMap(route => route.path || []).join('/')}`,
      script: sizeOf([`/assets/${manifestFile}`, ...parts.flatMap(part => [part.module, ...part.imports])]),
      style: sizeOf(parts.flatMap(part => part.css)),
    }
  })
}

const kilobytes = (value: number): string => value.toFixed(1)
const over: string[] = []
const table = firstLoads(readManifest()).map(({ path, script, style }) => {
  const budget = budgets[path] ?? usual
  if (script.gzip > budget.script) over.push(`${path}: ${kilobytes(script.gzip)} KB of script`)
  if (style.gzip > budget.style) over.push(`${path}: ${kilobytes(style.gzip)} KB of style`)
  return {
    route: path,
    'script gzip': kilobytes(script.gzip),
    'of KB': budget.script,
    'script brotli': kilobytes(script.brotli),
    'style gzip': kilobytes(style.gzip),
    'of KB ': budget.style,
    'style brotli': kilobytes(style.brotli),
  }
})
console.table(table)
if (over.length > 0) console.error(`Over budget (scripts/budget.ts):\n${over.join('\n')}`)
process.exitCode = over.length > 0 ? 1 : 0
