import { copyFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleShop } from '../../scripts/bundle.ts'
import { programs } from './programs.ts'

const root = join(import.meta.dirname, '../..')

/**
 * What tests start, bundled once for the whole run as the build bundles the shop: from a thousand sources each start
 * takes twice the work. It lies in the folder as it would in a checkout. Answers where.
 */
export async function bundlePrograms(folder: string): Promise<string> {
  const bundled = join(folder, 'build', 'shop')
  await bundleShop(programs, bundled)
  await copyFile(join(root, 'package.json'), join(folder, 'package.json'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return bundled
}
