import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const git = (root: string, ...words: string[]): string | undefined => {
  const { status, stdout } = spawnSync('git', ['-C', root, ...words], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/**
 * The version with its source, so that two packs of one name have the same content: the commit, and the build if files
 * were changed since, or if there is no git.
 */
export function packVersion(root: string, version: string): string {
  const built = `build.${readFileSync(join(root, 'build/.built'), 'utf8').slice(0, 7)}`
  const commit = git(root, 'rev-parse', '--short=7', 'HEAD')
  if (!commit) return `${version}+${built}`
  const isChanged = git(root, 'status', '--porcelain') !== ''
  return `${version}+${commit}${isChanged ? `.${built}` : ''}`
}
