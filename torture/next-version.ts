import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** A folder with a built shop in it. */
export interface Version {
  folder: string
  /** As its metrics report it. */
  number: string
}

export async function versionIn(folder: string): Promise<Version> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { folder, number: version }
}

export const thisVersion = (): Promise<Version> => versionIn(root)

/** This version with one more migration, whose additions the previous version can work with. */
export async function nextVersion(): Promise<Version & { remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-next-'))
  await cp(join(root, 'build'), join(folder, 'build'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const number = `${(await thisVersion()).number}-next`
  await writeFile(join(folder, 'package.json'), JSON.stringify({ version: number, type: 'module' }))
  const migrations = join(folder, 'build/shop/migrations')
  const last = (await readdir(migrations)).sort().at(-1)?.slice(0, 4)
  await writeFile(join(migrations, `9999_gifts.from-${last}.sql`), additions)
  return { folder, number, remove: () => rm(folder, { recursive: true, force: true }) }
}

const additions = `
create table gifts (id text primary key, order_id text not null references orders (id));
alter table orders add column wrapped_at bigint;
alter table items add column weight bigint not null default 0;
create index items_by_weight on items (weight);
`
