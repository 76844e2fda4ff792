import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { machine } from './bootstrap/own-node.mjs'
import { runCommand } from './command.ts'
import { makePack, ownVersion, packNameOf } from './pack/make.ts'

const target = join(import.meta.dirname, '../pack')

/** Makes all files belong to root when root unpacks them, whoever has packed them. */
const rootOwnership =
  process.platform === 'linux' ? ['--owner=0', '--group=0', '--sort=name'] : ['--uid=0', '--gid=0']

async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000)

async function megabytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  )
  return megabytes(sizes.reduce((sum, size) => sum + size, 0))
}

/** npm run shop -- pack: packs the shop for distribution. */
await runCommand('pack', async () => {
  const version = ownVersion()
  const packName = packNameOf(version)
  const folder = join(target, packName)
  await makePack(folder, version)
  const archive = `${folder}.tar.gz`
  await rm(archive, { force: true })
  execFileSync('tar', ['-czf', archive, ...rootOwnership, '-C', target, packName])
  await writeFile(`${archive}.sha256`, `${await digestOf(archive)}  ${packName}.tar.gz\n`)
  console.log(`For ${machine} alone; run npm run shop -- pack on other machines for theirs.`)
  console.log(`  ${folder}  ${await megabytesIn(folder)} MB`)
  console.log(`  ${archive}  ${megabytes((await stat(archive)).size)} MB, its sha256 beside it`)
  console.log(`To try it: ${folder}/tuckshop`)
  return true
})
