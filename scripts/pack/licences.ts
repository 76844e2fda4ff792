import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LockedPackage } from './packages.ts'

/** The licences of all packages in the pack. Most of their code is bundled into larger files. */
export function licencesOf(root: string, packages: ReadonlyMap<string, LockedPackage>): string {
  const parts = [...packages]
    .filter(([, { dev }]) => !dev)
    .map(([place, { version, license = 'see below' }]) => {
      const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const texts = readdirSync(join(root, place))
        .filter(file => /^(licen[cs]e|copying|notice|ofl)\b/i.test(file))
        .map(file => readFileSync(join(root, place, file), 'utf8').trim())
      return [`${name} ${version} (${license})`, ...texts].join('\n\n')
    })
  return `${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}
