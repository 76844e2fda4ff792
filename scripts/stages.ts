import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installedChromium } from './chromium.ts'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const vitestProgram = join(root, 'node_modules/vitest/vitest.mjs')

export interface Stage {
  title: string
  program: string
  parameters: string[]
}

const script = (title: string, ...parameters: string[]): Stage => ({
  title,
  program: process.execPath,
  parameters,
})

/** The route types of the pages are generated from the route table; the build generates them too. */
export const routeTypes = script(
  'Types of the routes',
  join(root, 'node_modules/@react-router/dev/bin.cjs'),
  'typegen',
)

export const types: Stage = {
  title: 'Types',
  program: bin('tsc'),
  parameters: ['--build', '--checkers', '1'],
}

export const lint: Stage = {
  title: 'Lint and format',
  program: bin('biome'),
  parameters: ['ci', '--error-on-warnings'],
}

export const vitest = (...words: string[]): Stage => script('Vitest', vitestProgram, 'run', ...words)

export const build = script('Build', 'scripts/bootstrap.mjs', '--build', 'scripts/built.ts')

/** Finds a Chromium, or installs one. */
export const chromium = script('A Chromium', 'scripts/chromium.ts')

export const torture = script('Torture, the short one', 'torture/main.ts', '--quick')

export const simulation = script('Simulated worlds', 'simulation/main.ts', '--quick')

/** After the build: the first load of each page. */
export const budget = script('Budget of the pages', 'scripts/budget.ts')

export const playwright = (...words: string[]): Stage => ({
  title: 'Pages in Chromium',
  program: bin('playwright'),
  parameters: ['test', '--config=e2e/playwright.config.ts', ...words],
})

/** The last lines of what a failed stage printed, without the tests and steps that passed. */
const endOf = (printed: string) =>
  printed
    .split('\n')
    .filter(line => !/^\s*(✓|-|\d+\.\d+) /.test(line))
    .slice(-40)
    .join('\n')

/**
 * Runs the lanes in parallel, and the stages of each lane one after the other. After a failure no lane starts another
 * stage.
 */
export async function runLanes(...lanes: readonly (readonly Stage[])[]): Promise<number> {
  let code = 0
  const failed: string[] = []
  const runLane = async (lane: readonly Stage[], output: 'inherit' | 'pipe') => {
    for (const stage of lane) {
      if (code !== 0) return
      const ended = await runStage(stage, output)
      if (ended.code === 0) continue
      code = ended.code
      failed.push(`${stage.title}\n${endOf(ended.printed)}`)
    }
  }
  // The first lane prints live; the others print each stage when it has ended.
  await Promise.all(lanes.map((lane, i) => runLane(lane, i === 0 ? 'inherit' : 'pipe')))
  // Again at the end, because another lane may have printed thousands of lines since.
  console.log(code === 0 ? '\nEverything passed.' : `\nFAILED: ${failed.join('\nFAILED: ')}`)
  return code
}

export function runStage(
  { title, program, parameters }: Stage,
  output: 'inherit' | 'pipe' = 'inherit',
): Promise<{ code: number; printed: string }> {
  const start = Date.now()
  console.log(`\n━━ ${title}`)
  return new Promise((resolve, reject) => {
    const env = { ...process.env, CHROMIUM_PATH: installedChromium() }
    const child = spawn(program, parameters, { cwd: root, env, stdio: ['ignore', output, 'inherit'] })
    let printed = ''
    child.stdout?.setEncoding('utf8').on('data', (words: string) => {
      printed += words
    })
    child.once('error', reject)
    child.once('close', code => {
      if (printed) console.log(`\n━━ ${title}, from its beginning\n${printed}`)
      const seconds = ((Date.now() - start) / 1000).toFixed(1)
      console.log(`━━ ${title}: ${code === 0 ? 'fine' : 'FAILED'} after ${seconds} s`)
      resolve({ code: code ?? 1, printed })
    })
  })
}
