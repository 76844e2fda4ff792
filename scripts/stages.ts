import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)

export interface Stage {
  title: string
  program: string
  parameters: string[]
}

const nodeTests = (...globs: string[]): string[] => [
  '--test',
  // Node leaves one core free, which on two cores is half of them.
  '--test-concurrency=2',
  '--test-global-setup=tests/helpers/global-setup.ts',
  ...globs,
]

export const types: Stage = { title: 'Types', program: bin('tsc'), parameters: ['--build'] }

export const lint: Stage = {
  title: 'Lint and format',
  program: bin('biome'),
  parameters: ['ci', '--error-on-warnings'],
}

export const rules: Stage = {
  title: 'Rules and walls',
  program: process.execPath,
  parameters: ['--test', 'src/{domain,contract,web}/**/*.test.ts', 'tests/*.test.ts'],
}

export const shop: Stage = {
  title: 'Shop on both databases',
  program: process.execPath,
  parameters: nodeTests('src/server/**/*.test.ts'),
}

export const sandbox: Stage = {
  title: 'Sandbox',
  program: process.execPath,
  parameters: ['--test', '--test-concurrency=2', 'sandbox/**/*.test.ts'],
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

interface Counts {
  passed: number
  failed: number
}

/** Runs the stages one after the other, those in a list side by side, and stops at the first that fails. */
export async function runStages(stages: readonly (Stage | readonly Stage[])[]): Promise<number> {
  const total: Counts = { passed: 0, failed: 0 }
  for (const stage of stages) {
    const [first, ...others] = [stage].flat()
    // The first may be watched; the others tell everything at their end.
    const codes = await Promise.all([
      first ? report(first, total, chunk => process.stdout.write(chunk)) : 0,
      ...others.map(other => report(other, total)),
    ])
    const code = codes.find(code => code !== 0)
    if (code !== undefined) {
      console.log(`\ntests: ${total.passed} passed, ${Math.max(total.failed, 1)} failed`)
      return code
    }
  }
  console.log(`\ntests: ${total.passed} passed, ${total.failed} failed`)
  return 0
}

type Watch = (chunk: Buffer) => void

async function report(stage: Stage, total: Counts, watch?: Watch): Promise<number> {
  const start = Date.now()
  console.log(`\n━━ ${stage.title}`)
  const { code, output } = await run(stage, watch)
  if (!watch) console.log(`\n━━ ${stage.title}, from its beginning\n${output}`)
  add(total, output)
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  console.log(`━━ ${stage.title}: ${code === 0 ? 'fine' : 'FAILED'} after ${seconds} s`)
  return code
}

function run({ program, parameters }: Stage, watch?: Watch): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      watch?.(chunk)
    })
    child.once('error', reject)
    child.once('exit', code => resolve({ code: code ?? 1, output }))
  })
}

/** Reads the closing lines of node's test runner, of Playwright and of the torture. */
function add(total: Counts, output: string): void {
  const last = (pattern: RegExp) => Number([...output.matchAll(pattern)].at(-1)?.[1] ?? 0)
  total.passed += last(/^(?:ℹ|#) pass (\d+)$/gm) + last(/^\s+(\d+) passed\b/gm)
  total.failed += last(/^(?:ℹ|#) fail (\d+)$/gm) + last(/^\s+(\d+) failed\b/gm)
}
