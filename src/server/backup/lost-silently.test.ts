import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { type TestContext, test } from 'vitest'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import { migratedDatabase } from '../../../tests/helpers/databases.ts'
import { programFile } from '../../../tests/helpers/program.ts'
import { programEnvironment } from '../../../tests/helpers/program-environment.ts'
import { type ShopProcess, startProcess } from '../../../tests/helpers/shop-process.ts'

/**
 * All of these tests failed on 1.0.0. They use real shops and the restore command, and know nothing of how a backup is
 * made.
 */

const run = promisify(execFile)

/** Shifts the clock of a process by this many milliseconds. */
const clockAhead = (ms: number) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${ms}`)}`,
})

let names = 0

/** Signs up a customer: after the response the account must never be lost. */
async function signUp(shop: ShopProcess): Promise<string> {
  const email = `ann-${names++}@example.com`
  const answer = await fetch(`${shop.url}/api/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.url },
    body: JSON.stringify({ name: 'Ann', email, password: 'walnut and brass' }),
  })
  assert.equal(answer.status, 201, await answer.text())
  return email
}

async function behind(shop: ShopProcess): Promise<number> {
  const text = await (await fetch(`${shop.url}/api/metrics`)).text()
  return Number(/^tuckshop_backup_behind_seconds (\S+)$/m.exec(text)?.[1] ?? Number.NaN)
}

/** Waits until the shop reports that everything so far is safe. */
async function untilSafe(shop: ShopProcess): Promise<void> {
  const begun = performance.now()
  await eventually(async () => (await behind(shop)) * 1000 < performance.now() - begun, 'the backup')
}

async function end(shop: ShopProcess): Promise<void> {
  shop.process.kill('SIGTERM')
  await shop.ended
}

async function setUp(t: TestContext) {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-lost-'))
  const database = await migratedDatabase('sqlite')
  const running = new Set<ShopProcess>()
  t.onTestFinished(async () => {
    for (const shop of running) shop.process.kill('SIGKILL')
    await Promise.all([...running].map(shop => shop.ended))
    await database.remove()
    await rm(folder, { recursive: true, force: true })
  })
  const { DATA_DIR } = database.environment
  const target = join(folder, 'target')
  await mkdir(target)
  let restores = 0
  const restore = async (from: string) => {
    const to = join(folder, `restored-${restores++}`)
    const { stdout } = await run(process.execPath, [programFile('scripts/restore.ts'), '--from', from], {
      env: { ...programEnvironment, SHOP_MODE: 'live', DATA_DIR: to },
    })
    const restored = new DatabaseSync(join(to, 'shop.db'))
    const emails = restored
      .prepare('select email from users')
      .all()
      .map(({ email }) => String(email))
    restored.close()
    return { to, stdout, emails }
  }
  return {
    dataDir: DATA_DIR,
    folder,
    target,
    restore,
    async start(settings: Record<string, string> = { BACKUP_TO: target }) {
      const shop = await startProcess({ DATA_DIR, ...settings })
      running.add(shop)
      return shop
    },
  }
}

/** Bug 24: generations were ordered by the clock, and `restore` succeeded without any of the later sign-ups. */
test('after a start with the clock two hours ahead, and then right again, the restored shop has everything', async t => {
  const { target, start, restore } = await setUp(t)
  const wrong = await start({ BACKUP_TO: target, ...clockAhead(2 * 3_600_000) })
  const promised = [await signUp(wrong)]
  await untilSafe(wrong)
  await end(wrong)
  const right = await start()
  for (let count = 0; count < 3; count++) promised.push(await signUp(right))
  await untilSafe(right)
  await end(right)
  const { emails } = await restore(target)
  assert.deepEqual(
    promised.filter(email => !emails.includes(email)),
    [],
  )
})

/** Bug 25: the shop continued to write to a deleted file, the gauge said 0.14 seconds, and nothing could be restored. */
test('an emptied target is detected and filled again', async t => {
  const { target, start, restore } = await setUp(t)
  const shop = await start()
  const promised = [await signUp(shop)]
  await untilSafe(shop)
  for (const name of await readdir(target)) await rm(join(target, name), { recursive: true })
  promised.push(await signUp(shop))
  await eventually(async () => (await readdir(target)).length > 0, 'the target to be filled again')
  await untilSafe(shop)
  await end(shop)
  assert.deepEqual((await restore(target)).emails.sort(), promised.sort())
})

/** Bug 26: a target had no owner. Sign-ups of the live shop were not restored, with any --at. */
test('a restored copy that starts with the same settings loses no data of the live shop', async t => {
  const { target, start, restore } = await setUp(t)
  const live = await start()
  const promised = [await signUp(live)]
  await untilSafe(live)
  const { to } = await restore(target)
  const copy = await start({ DATA_DIR: to, BACKUP_TO: target })
  await signUp(copy)
  for (let count = 0; count < 3; count++) promised.push(await signUp(live))
  await untilSafe(live)
  const refused = () => /another shop is writing to/.test(copy.printed())
  await eventually(async () => refused() || (await behind(copy)) < 1, 'the copy to be refused, or not')
  await end(copy)
  await end(live)
  const { emails, stdout } = await restore(target)
  assert.deepEqual(
    promised.filter(email => !emails.includes(email)),
    [],
    stdout,
  )
})

/** Bug 13: the running backup was dropped before the new one worked, and the metric was gone. */
test('a new target that cannot be used does not end the current backup', async t => {
  const { folder, target, dataDir, start, restore } = await setUp(t)
  const requestFile = join(dataDir, 'backup-to.txt')
  await writeFile(requestFile, `${target}\n`)
  const shop = await start({})
  const promised = [await signUp(shop)]
  await untilSafe(shop)
  await writeFile(requestFile, `${join(folder, 'not-mounted')}\n`)
  await eventually(async () => /not-mounted/.test(shop.printed()), 'the shop to see it')
  promised.push(await signUp(shop))
  assert.ok((await behind(shop)) >= 0, 'the gauge is there')
  await end(shop)
  assert.deepEqual((await readdir(folder)).includes('not-mounted'), false)
  assert.deepEqual((await restore(target)).emails.sort(), promised.sort())
})

/** Bug 27: each start copied everything again. */
test('a restart does not copy data that the target already has', async t => {
  const { target, start } = await setUp(t)
  const count = async () => {
    const names = await readdir(target, { recursive: true })
    return names.filter(name => name.endsWith('.db')).length
  }
  for (let starts = 0; starts < 3; starts++) {
    const shop = await start()
    await signUp(shop)
    await untilSafe(shop)
    await end(shop)
  }
  assert.equal(await count(), 1)
})
