import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What tests of the shop start dozens of times, each in a process of its own. */
export const programs = [
  'tests/helpers/shop-without-pages.ts',
  'tests/helpers/open-shop-once.ts',
  'tests/helpers/open-shop-until.ts',
  'scripts/admin.ts',
  'scripts/backup.ts',
  'scripts/go-live.ts',
  'scripts/restore.ts',
  'scripts/verify.ts',
] as const

/** The file to start: of the bundle that was made for this run, or the source where none was. */
export function programFile(source: (typeof programs)[number]): string {
  const { TEST_PROGRAMS: bundled } = process.env
  return bundled ? join(bundled, `${basename(source, '.ts')}.js`) : join(root, source)
}
