import { readFileSync } from 'node:fs'
import { chmod, copyFile, cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { machine, ownNode } from '../bootstrap/own-node.mjs'
import { bundle, separatePackages } from '../bundle.ts'
import { licencesOf } from './licences.ts'
import { closureOf, copyPackages, installedPackages } from './packages.ts'
import { packVersion } from './version.ts'
import { packedCommands, rewriteCommands } from './words.ts'

const root = join(import.meta.dirname, '../..')

/** Their files are found by name, so they cannot be bundled. */
const fonts = ['@expo-google-fonts/inter', '@expo-google-fonts/young-serif']

const guides = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'deploy', 'docs']

const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
  license: string
}

export const ownVersion = (): string => packVersion(root, own.version)

/** The commit distinguishes two packs of one version: unpacking one never overwrites another. */
export const packNameOf = (version: string): string => `${own.name}-${version}-${machine}`

/** Copies everything that a machine like this one needs to run the shop into one folder. The shop must be built. */
export async function makePack(folder: string, version = own.version): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'bin'), { recursive: true })
  await cp(join(root, 'build'), join(folder, 'build'), { recursive: true })
  await bundle(
    packedCommands.map(command => `scripts/${command}.ts`),
    join(folder, 'build/shop'),
  )
  for (const guide of guides)
    await cp(join(root, guide), join(folder, guide), {
      recursive: true,
      filter: path => basename(path) !== '.env',
    })
  rewriteCommands(folder)
  const packages = installedPackages(root)
  await copyPackages(root, closureOf(packages, [...separatePackages, ...fonts]), folder)
  await writeFile(join(folder, 'LICENSES-OF-OTHERS.txt'), licencesOf(root, packages))
  const { name, license } = own
  const manifest = { name, version, license, private: true, type: 'module' }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await copyFile(ownNode, join(folder, 'bin/node'))
  await copyFile(join(root, 'deploy/tuckshop'), join(folder, 'tuckshop'))
  for (const program of ['bin/node', 'tuckshop']) await chmod(join(folder, program), 0o755)
}
