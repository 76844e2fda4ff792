import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'

/** The headless one comes first: the same engine, and the browser tests take half the time with it. */
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Commands that install a browser, in the order in which they are tried. */
const installers: [string, string[]][] = [
  [join(import.meta.dirname, '../node_modules/.bin/playwright'), ['install', 'chromium']],
  ...asRoot(['apt-get', 'update'], aptInstall('chromium-headless-shell'), aptInstall('chromium')),
]

function aptInstall(name: string): string[] {
  return ['apt-get', 'install', '-y', '--no-install-recommends', name]
}

/** The path of a Chromium on this machine; installs one if there is none. */
export async function findChromium(): Promise<string> {
  const found = installedChromium()
  if (found) return found
  console.log('No Chromium found; installing one for the browser tests …')
  for (const [program, parameters] of installers) {
    console.log(`  ${program} ${parameters.join(' ')}`)
    spawnSync(program, parameters, { stdio: ['ignore', 'ignore', 'inherit'], timeout: 300_000 })
    const installed = installedChromium()
    if (installed) return installed
  }
  throw new Error(
    'No Chromium could be found or installed. Install one and name it: CHROMIUM_PATH=/path/to/chromium npm test',
  )
}

export function installedChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH
  return [...(given ? [given] : []), ...usual, chromium.executablePath()].find(path => existsSync(path))
}

function asRoot(...commands: string[][]): [string, string[]][] {
  const root = process.getuid?.() === 0
  if (!root && !hasProgram('sudo')) return []
  return commands.map(command => {
    const [program = '', ...parameters] = root ? command : ['sudo', '-n', ...command]
    return [program, parameters]
  })
}

function hasProgram(name: string): boolean {
  try {
    execFileSync('which', [name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

if (import.meta.main) console.log(await findChromium())
