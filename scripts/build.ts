import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { addressInOutput } from './address-in-output.ts'
import { buildWorker } from './build-worker.ts'
import { bundleShop } from './bundle.ts'
import { startFlags } from './start-flags.ts'

const root = join(import.meta.dirname, '..')
const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt'])

/** Runs React Router's own tool, and shows its output only if it fails. */
function reactRouter(command: 'build' | 'typegen'): Promise<number> {
  return new Promise((resolve, reject) => {
    const tool = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
    const child = spawn(process.execPath, [tool, command], {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.once('error', reject)
    child.once('exit', code => {
      if (code !== 0) console.error(output)
      resolve(code ?? 1)
    })
  })
}

/** Writes compressed copies of every text file, once here at the highest level instead of per request. */
async function compressAssets(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const texts = entries.filter(entry => entry.isFile() && compressible.has(extname(entry.name)))
  for (const entry of texts) {
    const file = join(entry.parentPath, entry.name)
    const bytes = await readFile(file)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes))
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }
}

/** Opens the shop once on an empty folder: this tests the build, and fills the compile cache for the first real start. */
async function testStart(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-build-'))
  const child = spawn(process.execPath, [...startFlags(), 'scripts/start.ts'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      SANDBOX_PORT: '0',
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk
    if (addressInOutput(printed)) child.kill('SIGTERM')
  })
  const [code] = await once(child, 'exit')
  await rm(folder, { recursive: true, force: true })
  return code ?? 1
}

await rm(join(root, 'build'), { recursive: true, force: true })
// The types are for the editor: without them a fresh clone would show errors on every page.
const codes = await Promise.all([reactRouter('build'), reactRouter('typegen')])
let code = Math.max(...codes)
if (code === 0) {
  await bundleShop(['src/server/main.ts'], 'build/shop')
  await buildWorker(root)
  await compressAssets(join(root, 'build', 'client'))
  code = await testStart()
}
process.exitCode = code
