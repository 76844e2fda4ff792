// Runs on whatever Node the machine has (20 or newer) and needs nothing installed. It brings the checkout into
// the state a command needs, then runs that command on the shop's own Node:
//   node scripts/bootstrap.mjs [--build] [NODE'S OWN FLAGS] FILE [ARGUMENTS]
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const installStamp = join(root, 'node_modules', '.installed')
const buildStamp = join(root, 'build', '.built')
const buildInputs = [
  'src/web',
  'src/server',
  'src/contract',
  'src/domain',
  'public',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/build.ts',
  'package-lock.json',
]

const env = {
  // Node keeps what it has compiled and stripped of types: later starts are twice as fast and 25 MB smaller.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  // Hashing a password takes 19 MB for a moment; glibc would keep them for ever after the first time.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
  ...process.env,
}

/** Ends with a message for the person at the terminal, not with a stack. */
class Stop extends Error {}

async function main() {
  const [first, ...others] = process.argv.slice(2)
  const needsBuild = first === '--build'
  await install()
  if (needsBuild) await build()
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  return run(ownNode(), [...settings, ...(needsBuild ? others : [first, ...others])])
}

async function install() {
  const wanted = digest([
    `${process.platform}-${process.arch}`,
    readFileSync(join(root, 'package-lock.json')),
  ])
  if (read(installStamp) === wanted) return
  checkMachine()
  const code = await step('Installing packages', () =>
    run(...npm('ci', '--no-audit', '--no-fund', '--loglevel=error')),
  )
  if (code !== 0) {
    throw new Stop(
      'The packages could not be installed (see above). The first start needs the network once; later ones do not.',
    )
  }
  if (!existsSync(ownNode()))
    throw new Stop(
      'The packages are there, but not the Node that the shop runs on. Remove node_modules and try again.',
    )
  writeFileSync(installStamp, wanted)
}

function checkMachine() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const machine = `${process.platform}-${process.arch}`
  const supported = Object.keys(optionalDependencies).map(name => name.replace(/^node-(bin-)?/, ''))
  if (!supported.includes(machine))
    throw new Stop(`The shop runs on ${supported.join(', ')}, but this machine is ${machine}.`)
}

async function build() {
  const wanted = digest(buildInputs.flatMap(path => fingerprint(join(root, path))))
  if (read(buildStamp) === wanted) return
  const code = await step('Building the pages', () => run(ownNode(), ['scripts/build.ts']))
  if (code !== 0) throw new Stop('The pages could not be built (see above).')
  writeFileSync(buildStamp, wanted)
}

/** Name, size and time of every file below: enough to tell that something changed, cheap enough for every start. */
function fingerprint(path) {
  if (!existsSync(path)) return []
  const { mtimeMs, size } = statSync(path)
  if (!statSync(path).isDirectory()) return [`${path} ${size} ${mtimeMs}`]
  return readdirSync(path)
    .sort()
    .flatMap(name => fingerprint(join(path, name)))
}

const digest = parts => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex')

const read = file => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

const ownNode = () => join(root, 'node_modules', '.bin', 'node')

/** npm as this very run was started with, when it was; else the one on the path. */
function npm(...parameters) {
  const { npm_execpath: script } = process.env
  return script?.endsWith('.js') ? [process.execPath, [script, ...parameters]] : ['npm', parameters]
}

/** Says what is going on, every ten seconds that it still is, and how long it took. */
async function step(title, work) {
  const start = Date.now()
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`
  console.log(`${title} …`)
  const beat = setInterval(() => console.log(`  still ${title.toLowerCase()} (${seconds()})`), 10_000)
  try {
    const code = await work()
    if (code === 0) console.log(`  done in ${seconds()}`)
    return code
  } finally {
    clearInterval(beat)
  }
}

/** Runs a program to its end and hands signals on, so that nothing is left behind. */
function run(program, parameters) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd: root, stdio: 'inherit', env })
    const handOn = signal => child.kill(signal)
    process.on('SIGTERM', handOn).on('SIGINT', handOn).on('SIGHUP', handOn)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', handOn).off('SIGINT', handOn).off('SIGHUP', handOn)
      resolve(code ?? (signal ? 128 : 1))
    })
  })
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Stop ? `\n${error.message}\n` : error)
  process.exitCode = 1
}
