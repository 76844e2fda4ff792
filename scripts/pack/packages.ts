import { existsSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'

export interface LockedPackage {
  version: string
  license?: string
  dev?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/** Every package of the lockfile that is installed on this machine, by its path such as 'node_modules/pg'. */
export function installedPackages(root: string): Map<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  return new Map(Object.entries(packages).filter(([place]) => place !== '' && existsSync(join(root, place))))
}

/** The paths of these packages and of all their dependencies. */
export function closureOf(packages: ReadonlyMap<string, LockedPackage>, names: readonly string[]): string[] {
  const found = new Set<string>()
  const take = (name: string, from: string, isOptional: boolean): void => {
    const place = placeOf(packages, name, from)
    if (!place && isOptional) return
    if (!place) throw new Error(`${name} is not installed, and ${from || 'the shop'} needs it`)
    if (found.has(place)) return
    found.add(place)
    const { dependencies = {}, optionalDependencies = {} } = packages.get(place) ?? {}
    for (const needed of Object.keys(dependencies)) take(needed, place, needed in optionalDependencies)
    for (const wanted of Object.keys(optionalDependencies)) take(wanted, place, true)
  }
  for (const name of names) take(name, '', false)
  return [...found].sort()
}

/** Resolves a package as Node does: in the package's own folder, then in its parents. */
function placeOf(
  packages: ReadonlyMap<string, LockedPackage>,
  name: string,
  from: string,
): string | undefined {
  const inside = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (packages.has(inside)) return inside
  if (from === '') return undefined
  return placeOf(packages, name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
}

/** Files for people and for build tools only. */
const unused = /\.(map|d\.[cm]?ts|md|markdown)$|\/(test|tests|docs|examples?)$/

export async function copyPackages(root: string, places: readonly string[], target: string): Promise<void> {
  for (const place of places)
    await cp(join(root, place), join(target, place), {
      recursive: true,
      dereference: true,
      filter: path => {
        const inside = path.slice(join(root, place).length)
        return !unused.test(inside) && inside !== '/node_modules'
      },
    })
}
