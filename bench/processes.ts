import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openedAt } from '../scripts/opened-at.ts'
import { startFlags } from '../scripts/start-flags.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import type { Usage } from './usage.ts'
import type { Answers } from './yardsticks/http.ts'

const root = join(import.meta.dirname, '..')

/** What the bootstrap sets for everything it starts: the shop and the yardsticks get the same. */
const { PATH, NODE_COMPILE_CACHE, MALLOC_MMAP_THRESHOLD_, MALLOC_ARENA_MAX } = process.env
const programEnvironment = { PATH, NODE_COMPILE_CACHE, MALLOC_MMAP_THRESHOLD_, MALLOC_ARENA_MAX }

/** A server in a process of its own. */
export interface Running {
  url: string
  usage(): Promise<Usage>
  end(): Promise<void>
}

export interface RunningShop extends Running {
  sandboxUrl: string
}

const running = (child: ChildProcess, url: string): Running => ({
  url,
  async usage() {
    child.send('usage')
    const [usage] = (await once(child, 'message')) as [Usage]
    return usage
  },
  end: () => end(child),
})

/** A command line of the shop, and where it will listen. */
export async function shopCommand(settings: Record<string, string>) {
  const port = await freePort()
  const profile = process.env.BENCH_PROFILE
    ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`]
    : []
  return {
    url: `http://127.0.0.1:${port}`,
    parameters: [...startFlags(), ...profile, 'scripts/start.ts'],
    env: { ...programEnvironment, PORT: String(port), SANDBOX_PORT: '0', ...settings },
  }
}

const measured = ['--import', './bench/usage.ts']

/** The built shop as `npm start` runs it, sandbox included, on data that is there. */
export async function startShop(settings: Record<string, string>): Promise<RunningShop> {
  const { url, parameters, env } = await shopCommand(settings)
  const child = spawn(process.execPath, [...measured, ...parameters], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const isLive = settings.SHOP_MODE === 'live'
  const found = await read(child, isLive ? openedAt : text => /Sandbox +(http:\S+)/.exec(text)?.[1])
  // Nobody reads on, but a full pipe would stop the shop.
  child.stdout?.resume()
  return { ...running(child, url), sandboxUrl: isLive ? '' : found }
}

function read(child: ChildProcess, find: (printed: string) => string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', chunk => {
      text += chunk
      const found = find(text)
      if (found) resolve(found)
    })
    child.once('exit', code => reject(new Error(`The shop ended with ${code}:\n${text}`)))
  })
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** A program of this folder in a process of its own, with a channel to it. */
const startProgram = (file: string, flags: readonly string[] = []): ChildProcess =>
  spawn(process.execPath, [...flags, join(import.meta.dirname, file)], {
    cwd: root,
    env: programEnvironment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })

/** A bare server of the same Node, with the same flags, that sends these answers. */
export async function startYardstick(answers: Answers): Promise<Running> {
  const child = startProgram('yardsticks/http.ts', [...measured, ...startFlags()])
  child.send(answers)
  const [port] = (await once(child, 'message')) as [number]
  return running(child, `http://127.0.0.1:${port}`)
}

/** Gives a program its task and waits for the one answer. */
export async function ask<T>(file: string, task: object): Promise<T> {
  const child = startProgram(file)
  child.send(task)
  return new Promise((resolve, reject) => {
    child.once('message', answer => resolve(answer as T))
    // Not 'exit': that may come before the last message is read, this cannot.
    child.once('disconnect', () => reject(new Error(`${file} ended before it answered`)))
    child.once('error', reject)
  })
}
