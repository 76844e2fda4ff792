import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { ownNode, root } from './own-node.mjs'

/** Ends the run: with a sentence for the person at the terminal, or with none when they have asked for it. */
export class Stop extends Error {
  constructor(message, code = 1) {
    super(message)
    this.code = code
  }
}

// What the host thinks of as production is not ours: the build sets it for itself, and nothing else asks.
const { NODE_ENV: _, ...host } = process.env

/** For npm. */
export const hostEnv = host

/** For everything that runs on the shop's own Node. */
const ownEnv = {
  // Node keeps what it has compiled and stripped of types: later starts are twice as fast and 25 MB smaller.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  // Hashing a password takes 19 MB for a moment; glibc would keep them for ever after the first time.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
  ...host,
  // Tools that ask for 'node' get the shop's own, whichever npm was used.
  PATH: [dirname(ownNode), host.PATH].join(delimiter),
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
let stoppedBy

/** Stops here when a signal has ended the step before. */
export function goOnUnlessStopped() {
  if (stoppedBy) throw new Stop('', 128 + constants.signals[stoppedBy])
}

/**
 * Runs a program to its end and answers its exit code. Signals are handed on, because a process manager may know
 * this process only. Where the whole group was meant (Ctrl+C, systemd) the program gets a second one, and every
 * program of ours takes several for one. This process stays until the program has ended.
 *
 * A program of others may take minutes for that: with `patienceMs` it has a process group of its own, which is killed
 * with all that it has started when it does not end in time.
 */
export function run(program, parameters, { env = ownEnv, patienceMs } = {}) {
  const detached = patienceMs !== undefined
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd: root, stdio: 'inherit', env, detached })
    let killer
    const handOn = signal => {
      stoppedBy = signal
      tell(child, signal, detached)
      if (detached) killer ??= setTimeout(() => tell(child, 'SIGKILL', detached), patienceMs)
    }
    const settle = () => {
      clearTimeout(killer)
      // What it has started may not have heard of it.
      if (detached && stoppedBy) tell(child, 'SIGKILL', detached)
      for (const signal of signals) process.off(signal, handOn)
    }
    for (const signal of signals) process.on(signal, handOn)
    child.once('error', error => {
      settle()
      reject(new Stop(`${program} cannot be run (${error.code}).`))
    })
    child.once('exit', (code, signal) => {
      settle()
      // Ctrl+C reaches the whole group: the program may have ended before this process hears of it.
      if (signals.includes(signal)) stoppedBy ??= signal
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** One that has ended meanwhile needs to be told nothing. */
function tell(child, signal, isGroup) {
  try {
    process.kill(isGroup ? -child.pid : child.pid, signal)
  } catch {}
}

/** Says what is going on, every ten seconds that it still is, and how long it took. */
export async function step(title, work) {
  const start = Date.now()
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`
  console.log(`${title} …`)
  const beat = setInterval(() => console.log(`  still ${title.toLowerCase()} (${seconds()})`), 10_000)
  try {
    const code = await work()
    if (code === 0) console.log(`  done in ${seconds()}`)
    return code
  } finally {
    clearInterval(beat)
  }
}
