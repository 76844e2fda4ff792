import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registryFault, runNpm } from './npm.mjs'
import { machine, machines, ownNode, root } from './own-node.mjs'
import { Stop, step, throwIfStopped } from './run.mjs'

/** Overrides NODE_ENV and npm's own settings: the build needs all packages. */
const everything = ['--include=dev', '--include=optional', '--include=peer']

/** Installs the packages of the lockfile, unless all of them are installed. */
export async function install() {
  if (isComplete()) return
  if (!machines.includes(machine))
    throw new Stop(`The shop runs on ${machines.join(', ')}, but this machine is ${machine}.`)
  const silent = await registryFault()
  if (silent) await installOffline(silent)
  else await installOnline()
  if (!isComplete())
    throw new Stop('npm has not installed everything. Remove the folder node_modules and try again.')
  const { error, status } = spawnSync(ownNode, ['--version'], { stdio: 'ignore' })
  if (status !== 0)
    throw new Stop(
      `This machine cannot run the shop's own Node (${error?.code ?? `it ended with ${status}`}).`,
    )
}

async function installOnline() {
  const code = await step('Installing packages', () =>
    runNpm('ci', ...everything, '--no-audit', '--no-fund', '--loglevel=error'),
  )
  throwIfStopped()
  if (code !== 0)
    throw new Stop(
      'The packages could not be installed (see above). The first start needs the network once; later ones do not.',
    )
}

/** A machine that has installed the shop before may have all packages in npm's cache. */
async function installOffline(reason) {
  const code = await step(`No network (${reason}): installing from npm's cache`, () =>
    runNpm('ci', ...everything, '--offline', '--no-audit', '--no-fund', '--loglevel=silent'),
  )
  throwIfStopped()
  if (code !== 0)
    throw new Stop(
      `The package registry cannot be reached (${reason}). The first start needs the network once; later ones do not.
Behind a proxy, tell npm: npm config set https-proxy http://HOST:PORT
If the network is only slow: npm ci, then this command again.`,
    )
}

/**
 * npm writes its own record last: an interrupted install has none, and the record of an install without the development
 * packages does not list them.
 */
export function isComplete() {
  const { packages: wanted } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const present = installed()
  const isThere = ([place, { version, integrity }]) =>
    present[place]?.version === version &&
    present[place]?.integrity === integrity &&
    existsSync(join(root, place, 'package.json'))
  return existsSync(ownNode) && Object.entries(wanted).filter(isNeeded).every(isThere)
}

function installed() {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules', '.package-lock.json'), 'utf8')).packages
  } catch {
    return {}
  }
}

/** npm skips an optional package that it cannot get; those with native parts for this machine are needed. */
function isNeeded([place, { optional, os, cpu, libc }]) {
  if (place === '') return false
  if (!optional) return true
  const isMine = [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch)
  return isMine && (!libc || libc.includes('glibc'))
}
