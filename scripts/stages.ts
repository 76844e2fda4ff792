import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { alone, roomNames } from '../tests/rooms/rooms.ts'
import { chromiumHere } from './chromium.ts'
import { add, type Counts, closingLine, unexcused } from './counts.ts'
import { endTree } from './end-tree.ts'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

export interface Stage {
  title: string
  program: string
  parameters: string[]
  settings?: Record<string, string>
  /** Without any output for so long it counts as hanging. */
  silenceMs?: number
}

const usualSilenceMs = 10 * 60_000

/** What the pages are told of their routes is generated from the table of routes; the build does so, too. */
export const routeTypes: Stage = {
  title: 'Types of the routes',
  program: process.execPath,
  parameters: [join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs'), 'typegen'],
}

/** Looked for, and installed where there is none, while other stages run. */
export const chromium: Stage = {
  title: 'A Chromium',
  program: process.execPath,
  parameters: ['scripts/chromium.ts'],
}

export const types: Stage = {
  title: 'Types',
  program: bin('tsc'),
  // Each further checker looks at the same libraries again: four of them took twice the work and no less time.
  parameters: ['--build', '--checkers', '1'],
  // It lives for seconds: to tidy its memory up as often as usual took a sixth of its work.
  settings: { GOGC: '400' },
}

export const lint: Stage = {
  title: 'Lint and format',
  program: bin('biome'),
  parameters: ['ci', '--error-on-warnings'],
}

/** All files in one process: forty of them took as long to start as to test. */
export const rules: Stage = {
  title: 'Rules and walls',
  program: process.execPath,
  parameters: [
    '--test',
    '--test-isolation=none',
    'src/{domain,contract}/**/*.test.ts',
    'tests/*.test.ts',
    'bench/**/*.test.ts',
  ],
}

/** The pages' own code in a page that is no browser: all files in one process, because a page is slow to load. */
export const web: Stage = {
  title: 'Pages without a browser',
  program: process.execPath,
  parameters: [
    '--import=./tests/helpers/web/preload.ts',
    '--test',
    '--test-isolation=none',
    '--test-force-exit',
    'src/web/**/*.test.{ts,tsx}',
  ],
}

/** For the rooms: `inSuites` knows when all of their tests are described. */
const followNone = '--import=./tests/helpers/follow-none.ts'

const fileOf = (room: string): string => `tests/rooms/${room}.test.ts`
const shopRooms = roomNames.filter(room => room !== 'sandbox')

export const shop: Stage = {
  title: 'Shop on both databases',
  program: process.execPath,
  parameters: [
    followNone,
    '--test',
    // With more rooms at once than cores they hinder each other: with all of them the whole took half a minute longer.
    `--test-concurrency=${availableParallelism()}`,
    '--test-global-setup=tests/helpers/global-setup.ts',
    ...shopRooms.map(fileOf),
    ...alone,
  ],
}

export const sandbox: Stage = {
  title: 'Sandbox',
  program: process.execPath,
  parameters: [followNone, '--test', fileOf('sandbox')],
}

export const commands: Stage = {
  title: 'Commands and the first start',
  program: process.execPath,
  // One after the other: the first start gives npm ten seconds to say that there is no network, and packing takes both cores.
  parameters: ['--test', '--test-concurrency=1', 'scripts/*.test.ts'],
}

export const build: Stage = {
  title: 'Build',
  program: process.execPath,
  parameters: ['scripts/bootstrap.mjs', '--build', 'scripts/built.ts'],
}

export const torture: Stage = {
  title: 'Torture, the short one',
  program: process.execPath,
  parameters: ['torture/main.ts', '--quick'],
}

/** After the build: what each page loads first. */
export const budget: Stage = {
  title: 'Budget of the pages',
  program: process.execPath,
  parameters: ['scripts/budget.ts'],
}

export const browser: Stage = {
  title: 'Pages in Chromium',
  program: bin('playwright'),
  parameters: ['test', '--config=e2e/playwright.config.ts'],
}

/** Stages that run one after the other. */
type Lane = readonly Stage[]

/** Runs the lanes side by side. After a failure no lane begins another stage. */
export async function runLanes(...lanes: readonly Lane[]): Promise<number> {
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  let code = 0
  const run = async (lane: Lane, watch?: Watch) => {
    for (const stage of lane) {
      if (code !== 0) return
      code = (await report(stage, total, watch)) || code
    }
  }
  const [first = [], ...others] = lanes
  // The first may be watched; the others tell everything at the end of each stage.
  await Promise.all([run(first, words => process.stdout.write(words)), ...others.map(lane => run(lane))])
  console.log(closingLine(code === 0 ? total : { ...total, failed: Math.max(total.failed, 1) }))
  return code
}

type Watch = (words: string) => void

async function report(stage: Stage, total: Counts, watch?: Watch): Promise<number> {
  const start = Date.now()
  console.log(`\n━━ ${stage.title}`)
  const { code, output } = await run(stage, watch)
  if (!watch) console.log(`\n━━ ${stage.title}, from its beginning\n${output}`)
  add(total, output)
  const quiet = unexcused(output)
  for (const line of quiet) console.log(`Skipped, and nothing says what it needs: ${line}`)
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  const fine = code === 0 && quiet.length === 0
  console.log(`━━ ${stage.title}: ${fine ? 'fine' : 'FAILED'} after ${seconds} s`)
  return fine ? 0 : code || 1
}

function run(stage: Stage, watch?: Watch): Promise<{ code: number; output: string }> {
  const { title, program, parameters, settings, silenceMs = usualSilenceMs } = stage
  return new Promise((resolve, reject) => {
    const env = { ...process.env, CHROMIUM_PATH: chromiumHere(), ...settings }
    const child = spawn(program, parameters, { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    const note = (words: string) => {
      output += words
      watch?.(words)
    }
    const silence = setTimeout(() => {
      note(
        `\n${title} has said nothing for ${silenceMs / 1000} s and was ended, with all that it had started\n`,
      )
      if (child.pid) endTree(child.pid)
    }, silenceMs)
    child.stdout.setEncoding('utf8').on('data', (words: string) => {
      silence.refresh()
      note(words)
    })
    child.once('error', reject)
    child.once('exit', code => {
      clearTimeout(silence)
      resolve({ code: code ?? 1, output })
    })
  })
}
