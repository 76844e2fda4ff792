import assert from 'node:assert/strict'
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { signedIn } from '../tests/helpers/signed-in.ts'
import { addressInOutput } from './address-in-output.ts'
import { makePack } from './pack/make.ts'
import { packedCommands, withPackCommands } from './pack/words.ts'
import { startFlags } from './start-flags.ts'

/** Root could write anywhere, so the pack runs as a user without any permissions. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let home = ''
const folder = () => join(home, 'a folder that was unpacked')
const data = (name = 'data') => join(home, 'work', name)

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'tuckshop-pack-'))
  await chmod(home, 0o755)
  execFileSync(process.execPath, ['scripts/bootstrap.mjs', '--build', 'scripts/built.ts'], {
    cwd: join(import.meta.dirname, '..'),
  })
  await makePack(folder())
  execFileSync('chmod', ['-R', 'a-w', folder()])
  await mkdir(join(home, 'work'))
  if (nobody.uid) chownSync(join(home, 'work'), nobody.uid, nobody.gid)
})

afterAll(async () => {
  execFileSync('chmod', ['-R', 'u+w', folder()])
  await rm(home, { recursive: true, force: true })
})

/** No Node and no npm on the path, no home, and another working folder. */
const programEnvironment = (settings: Record<string, string> = {}) => ({
  cwd: join(home, 'work'),
  env: { PATH: '/usr/bin:/bin', ...settings },
  ...nobody,
})

const run = (words: string[], settings: Record<string, string> = {}) =>
  new Promise<{ code: number; out: string; err: string }>(resolve =>
    execFile(join(folder(), 'tuckshop'), words, programEnvironment(settings), (error, out, err) =>
      resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    ),
  )

async function start(settings: Record<string, string>) {
  const child = spawn(join(folder(), 'tuckshop'), [], {
    ...programEnvironment({ PORT: '0', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  let printed = ''
  child.stderr.on('data', chunk => {
    printed += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      printed += chunk
      const found = addressInOutput(printed)
      if (found) resolve(found)
    })
    void ended.then(([code]) => reject(new Error(`It ended with ${code}:\n${printed}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = await ended
    return code as number
  }
  return { url, stop, printed: () => printed }
}

/** Fails if a package is missing that is loaded late: for pictures, for invoices, and their fonts. */
test('a pack opens as another user from a read-only folder, and is complete', async () => {
  const shop = await start({ DATA_DIR: data() })
  try {
    const home = await fetch(shop.url)
    assert.equal(home.status, 200)
    const [asset = ''] = /\/assets\/[^"]+\.js/.exec(await home.text()) ?? []
    assert.equal((await fetch(shop.url + asset)).status, 200)
    const { headers } = await signedIn(shop.url, 'Admin')
    const { authorization } = headers
    const body = new FormData()
    const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#a63' } })
      .png()
      .toBuffer()
    body.append('image', new File([new Uint8Array(picture)], 'x.png', { type: 'image/png' }))
    const kept = await fetch(`${shop.url}/api/images`, { method: 'POST', headers: { authorization }, body })
    assert.equal(kept.status, 201, await kept.text())
    const orders = (await (await fetch(`${shop.url}/api/booking?state=paid`, { headers })).json()) as Order[]
    const invoice = await fetch(`${shop.url}/api/booking/${orders[0]?._id}/invoice.pdf`, { headers })
    assert.equal(invoice.status, 200)
    assert.match(Buffer.from(await invoice.arrayBuffer()).toString('latin1', 0, 5), /^%PDF-/)
    const verified = await run(['verify'], { DATA_DIR: data() })
    assert.deepEqual([verified.code, verified.err], [0, ''])
    assert.match(verified.out, /Everything adds up/)
  } finally {
    assert.equal(await shop.stop(), 0, shop.printed())
  }
})

test('its commands work next to a running shop, and their help uses the name of the pack', async () => {
  const shop = await start({ DATA_DIR: data('other') })
  await shop.stop()
  const settings = { DATA_DIR: data('other') }
  const taken = await run(['backup', 'shop.tar'], settings)
  assert.equal(taken.code, 0, taken.err)
  assert.deepEqual(
    readdirSync(join(home, 'work')).filter(name => name.endsWith('.tar')),
    ['shop.tar'],
  )
  const restored = await run(['restore', 'shop.tar'], { DATA_DIR: data('restored') })
  assert.equal(restored.code, 0, restored.err)
  assert.match(restored.out, /only after tuckshop go-live/)
  const granted = await run(['admin', 'grant', 'user@tuckshop.example'], settings)
  assert.equal(granted.out, 'user@tuckshop.example is now an admin.\n')
  const live = await run(['go-live', '--remove-orders'], settings)
  assert.equal(live.code, 0, live.err)
  assert.match(live.out, /prints a link that makes you its first admin/)
  const opened = await start({ ...settings, SHOP_MODE: 'live' })
  assert.equal(await opened.stop(), 0)
  for (const line of opened.printed().trimEnd().split('\n')) assert.doesNotThrow(() => JSON.parse(line), line)
  const moved = await run(['move', 'mysql://x'], settings)
  assert.deepEqual(
    [moved.code, moved.err.split('\n').at(-2)],
    [2, 'Usage: tuckshop move postgres://user:password@host/name | --pictures'],
  )
})

test('unknown arguments are usage errors; help and the version are printed', async () => {
  const { version } = JSON.parse(readFileSync(join(folder(), 'package.json'), 'utf8')) as { version: string }
  assert.deepEqual(await run(['version']), { code: 0, out: `${version}\n`, err: '' })
  const help = await run(['--help'])
  assert.deepEqual([help.code, help.err], [0, ''])
  for (const name of packedCommands) {
    assert.ok(help.out.includes(`tuckshop ${name} `), name)
    const { code, out } = await run([name, '--help'])
    assert.deepEqual([code, out.split('\n')[0]?.startsWith(`Usage: tuckshop ${name}`)], [0, true], out)
  }
  for (const words of [['nonsense'], ['start', 'nonsense']]) {
    const usageError = await run(words)
    assert.deepEqual([usageError.code, usageError.out], [2, ''])
    assert.match(usageError.err, /nonsense[\s\S]*Usage: tuckshop/)
  }
})

/** Fails if a sentence is assembled from parts, or names a command that the pack does not have. */
test('its messages name the commands of the pack, and it starts with the flags of npm start', () => {
  const shop = join(folder(), 'build/shop')
  const ours = new RegExp(`npm (start\\b|run (${packedCommands.join('|')})\\b)`)
  const texts = readdirSync(shop).filter(name => name.endsWith('.js'))
  assert.deepEqual(
    texts.filter(name => ours.test(readFileSync(join(shop, name), 'utf8'))),
    [],
  )
  const script = readFileSync(join(folder(), 'tuckshop'), 'utf8')
  for (const flag of startFlags()) assert.ok(script.includes(` ${flag} `), flag)
  assert.equal(
    withPackCommands(
      'Run npm run shop -- restore FILE --replace, npm run shop -- go-live. Or: PORT=3100 npm start',
    ),
    'Run tuckshop restore FILE --replace, tuckshop go-live. Or: PORT=3100 tuckshop',
  )
})
