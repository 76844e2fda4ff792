import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { addressInOutput } from '../scripts/address-in-output.ts'
import { startFlags } from '../scripts/start-flags.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import type { Usage } from './usage.ts'
import type { Answers } from './yardsticks/http.ts'

const root = join(import.meta.dirname, '..')

/** The environment that the bootstrap sets, for the shop and the yardsticks alike. */
const { PATH, NODE_COMPILE_CACHE, MALLOC_MMAP_THRESHOLD_, MALLOC_ARENA_MAX } = process.env
const programEnvironment = { PATH, NODE_COMPILE_CACHE, MALLOC_MMAP_THRESHOLD_, MALLOC_ARENA_MAX }

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

/** The shop's command line, its environment and its address. */
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

/** The built shop as `npm start` runs it, with the sandbox, on existing data. */
export async function startShop(settings: Record<string, string>): Promise<RunningShop> {
  const { url, parameters, env } = await shopCommand(settings)
  const child = spawn(process.execPath, [...measured, ...parameters], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const isLive = settings.SHOP_MODE === 'live'
  const found = await read(child, isLive ? addressInOutput : text => /Sandbox +(http:\S+)/.exec(text)?.[1])
  // A full pipe would block the shop.
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

/** Starts a program of this folder with an IPC channel. */
const startProgram = (file: string, flags: readonly string[] = []): ChildProcess =>
  spawn(process.execPath, [...flags, join(import.meta.dirname, file)], {
    cwd: root,
    env: programEnvironment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })

/** A bare node:http server with the shop's flags that sends these answers. */
export async function startYardstick(answers: Answers): Promise<Running> {
  const child = startProgram('yardsticks/http.ts', [...measured, ...startFlags()])
  child.send(answers)
  const [port] = (await once(child, 'message')) as [number]
  return running(child, `http://127.0.0.1:${port}`)
}

/** Sends a program its task and waits for its only answer. */
export async function ask<T>(file: string, task: object): Promise<T> {
  const child = startProgram(file)
  child.send(task)
  return new Promise((resolve, reject) => {
    child.once('message', answer => resolve(answer as T))
    // 'exit' may come before the last message, 'disconnect' cannot.
    child.once('disconnect', () => reject(new Error(`${file} ended before it answered`)))
    child.once('error', reject)
  })
}
