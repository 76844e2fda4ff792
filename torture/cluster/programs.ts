import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { UsageError } from '../../scripts/command.ts'

/** The programs that a cluster needs, and their Debian packages. */
const required = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  ip: 'iproute2',
  nsenter: 'util-linux',
  setpriv: 'util-linux',
} as const

const oldest = 14

const isThere = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' }).status === 0

/** The newest PostgreSQL from Debian's packages. */
export function postgresBinaries(): string | undefined {
  const folders = globSync('/usr/lib/postgresql/*/bin').filter(folder => existsSync(`${folder}/postgres`))
  const versionOf = (folder: string) => Number(folder.split('/').at(-2))
  return folders.filter(folder => versionOf(folder) >= oldest).sort((a, b) => versionOf(b) - versionOf(a))[0]
}

/** Names all missing packages at once and installs nothing. */
export function refuseWithoutPrograms(): void {
  const missing: string[] = Object.entries(required).flatMap(([program, has]) =>
    isThere(program) ? [] : has,
  )
  if (!postgresBinaries()) missing.push('postgresql-15')
  if (missing.length > 0)
    throw new UsageError(
      `A cluster needs programs that are not here. On Debian: apt install ${[...new Set(missing)].join(' ')}, then stop the services that it starts by itself.`,
    )
  if (process.getuid?.() !== 0)
    throw new UsageError('A cluster needs root, for networks that can be cut and disks that can be filled.')
}
