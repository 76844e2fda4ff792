import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

interface Route {
  id: string
  parentId?: string
  module: string
  imports: string[]
  css: string[]
}

/** The layout route around the pages of admins. */
const adminOnly = 'features/session/admin-only'

/** Scripts and styles of the pages that are not for admins, with everything that these load later. */
export function filesOfPages(folder: string): string[] {
  const assets = readdirSync(join(folder, 'assets'))
  const manifestFile = assets.find(name => /^manifest-\w+\.js$/.test(name)) ?? ''
  const read = (name: string) => readFileSync(join(folder, 'assets', name), 'utf8')
  const text = read(manifestFile)
  const { entry, routes }: { entry: Route; routes: Record<string, Route> } = JSON.parse(
    text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1),
  )
  const isForAdmins = ({ id, parentId }: Route): boolean =>
    id === adminOnly ||
    (parentId !== undefined && routes[parentId] !== undefined && isForAdmins(routes[parentId]))
  const pages = Object.values(routes).filter(route => !isForAdmins(route))
  const first = [entry, ...pages].flatMap(({ module, imports, css }) => [module, ...imports, ...css])
  const found = new Set([manifestFile, ...first.map(url => url.replace(/^\/assets\/|#$/g, ''))])
  const known = assets.filter(name => /\.(js|css)$/.test(name) && name !== manifestFile)
  for (const name of found) {
    if (name === manifestFile || !name.endsWith('.js')) continue
    const content = read(name)
    for (const other of known) if (content.includes(other)) found.add(other)
  }
  return [...found].sort().map(name => `/assets/${name}`)
}

/** Writes the service worker beside the files that it keeps. */
export async function buildWorker(root: string): Promise<void> {
  const folder = join(root, 'build', 'client')
  const files = filesOfPages(folder)
  const version = hash('sha256', files.join(), 'hex').slice(0, 8)
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD: JSON.stringify({ version, files }) },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: 'src/worker/worker.ts',
        output: { entryFileNames: 'sw.js', format: 'iife' },
      },
    },
  })
}
