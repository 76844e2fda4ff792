import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownNode, root } from './own-node.mjs'
import { run, Stop, step, throwIfStopped } from './run.mjs'

const stamp = join(root, 'build', '.built')

const inputs = [
  'src/web',
  'src/worker',
  'src/server',
  'src/contract',
  'src/domain',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/build.ts',
  'scripts/build-worker.ts',
  'scripts/bundle.ts',
  'package-lock.json',
]

const results = [
  'build/client/assets',
  'build/client/sw.js',
  'build/server/index.js',
  'build/shop/main.js',
  'build/shop/printer-thread.js',
  'build/shop/migrations',
]

/** The build removes the stamp with everything else when it begins; it is written here after success. */
export async function build() {
  const wanted = wantedStamp()
  if (isBuilt(wanted)) return
  const code = await step('Building the pages', () => run(ownNode, ['scripts/build.ts']))
  throwIfStopped()
  if (code !== 0) throw new Stop('The pages could not be built (see above).')
  writeFileSync(stamp, wanted)
}

const wantedStamp = () => digest(inputs.flatMap(path => fingerprint(join(root, path))))

/** Whether all results of the build exist and match the current sources. */
export function isBuilt(wanted = wantedStamp()) {
  const isComplete = results.every(path => existsSync(join(root, path)))
  return isComplete && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
}

/** Name, size and time of every file below a path: enough to detect changes, and cheap enough for every start. */
function fingerprint(path) {
  if (!existsSync(path)) return []
  const { mtimeMs, size } = statSync(path)
  if (!statSync(path).isDirectory()) return [`${path} ${size} ${mtimeMs}`]
  return readdirSync(path)
    .sort()
    .flatMap(name => fingerprint(join(path, name)))
}

const digest = parts => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')
