// Installs and starts a fresh clone with npm 10 and with npm 11: npm run shop -- fresh. Too slow for npm test, which
// runs the bootstrap on a small checkout instead (bootstrap.test.ts).
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../tests/helpers/free-port.ts'
import { runCommand } from './command.ts'

const root = join(import.meta.dirname, '..')

/** The npm that comes with Node 20, with the setting that once broke the first start, and a newer npm. */
const npmVersions = [
  { npm: '10.8.2', settings: { NODE_ENV: 'production' } },
  { npm: '11.6.0', settings: {} },
]

/** Without the variables that npm and the bootstrap set for this run. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const own = ([name]: [string, unknown]) => !/^npm_|^INIT_CWD$|^NODE_COMPILE_CACHE$|^MALLOC_/.test(name)
  const path = process.env.PATH?.split(':').filter(folder => !folder.startsWith(join(root, 'node_modules')))
  return { ...Object.fromEntries(Object.entries(process.env).filter(own)), PATH: path?.join(':') }
}

async function startClone(clone: string, { npm, settings }: (typeof npmVersions)[number]): Promise<boolean> {
  const port = await freePort()
  const ports = { PORT: String(port), SANDBOX_PORT: '0' }
  const env = { ...cleanEnvironment(), ...ports, ...settings }
  const child = spawn('npx', ['--yes', `npm@${npm}`, 'start'], {
    cwd: clone,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const isOpen = await new Promise<boolean>(resolve => {
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      if (String(chunk).includes('Sandbox ')) resolve(true)
    })
    void ended.then(() => resolve(false))
  })
  const answer = isOpen ? await fetch(`http://127.0.0.1:${port}/`) : undefined
  // Signals the whole group, as Ctrl+C does.
  if (isOpen && child.pid) process.kill(-child.pid, 'SIGINT')
  await ended
  return answer?.status === 200
}

await runCommand('fresh', async () => {
  const failed: string[] = []
  for (const host of npmVersions) {
    const clone = await mkdtemp(join(tmpdir(), 'tuckshop-fresh-'))
    try {
      console.log(`━━ npm ${host.npm} ${JSON.stringify(host.settings)}`)
      execFileSync('git', ['clone', '--quiet', root, clone])
      if (!(await startClone(clone, host))) failed.push(host.npm)
    } finally {
      await rm(clone, { recursive: true, force: true })
    }
  }
  console.log(
    failed.length > 0 ? `Failed with npm ${failed.join(', ')}.` : 'Both clones started and served a page.',
  )
  return failed.length === 0
})
