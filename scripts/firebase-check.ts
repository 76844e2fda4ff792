// Tests signing in against Firebase's own emulator: npm run shop -- firebase-check. Downloads the emulator on first use
// to a folder outside the repository: it has 240 MB, see docs/decisions/025.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Refused } from '../src/server/backup/archive.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import { runCommand } from './command.ts'

const version = '15.34.2'
const folder = join(tmpdir(), `tuckshop-firebase-tools-${version}`)
const program = join(folder, 'node_modules/firebase-tools/lib/bin/firebase.js')
const root = join(import.meta.dirname, '..')

function fetchOnce(): void {
  if (existsSync(program)) return
  console.log(`Fetching firebase-tools ${version} into ${folder} …`)
  mkdirSync(folder, { recursive: true })
  const parameters = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund']
  const { status } = spawnSync('npm', [...parameters, `firebase-tools@${version}`], { stdio: 'inherit' })
  if (status !== 0) throw new Refused('firebase-tools could not be fetched; the first run needs the network.')
}

/** Uses free ports: another program may use the default ones. */
async function writeSettings(): Promise<string> {
  const at = async () => ({ host: '127.0.0.1', port: await freePort() })
  const emulators = { auth: await at(), hub: await at(), logging: await at(), ui: { enabled: false } }
  const file = join(folder, 'firebase.json')
  writeFileSync(file, JSON.stringify({ emulators }))
  return file
}

await runCommand('firebase-check', async () => {
  fetchOnce()
  const tests = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project=firebase']
  const line = tests.map(word => `'${word}'`).join(' ')
  const { status } = spawnSync(
    process.execPath,
    [
      program,
      'emulators:exec',
      ...['--only', 'auth', '--project', 'demo-tuckshop', '--config', await writeSettings()],
      line,
    ],
    { cwd: root, stdio: 'inherit' },
  )
  return status === 0
})
