import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** The machines that the shop runs on, and the package with its Node for each. */
const packages = new Map(
  Object.keys(optionalDependencies).map(name => [name.replace(/^node-(bin-)?/, ''), name]),
)

export const machine = `${process.platform}-${process.arch}`

export const machines = [...packages.keys()]

/** In its package, because npm before 11.4 makes no link to it in node_modules/.bin. */
export const ownNode = join(root, 'node_modules', packages.get(machine) ?? 'none', 'bin', 'node')
