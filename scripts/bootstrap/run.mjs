import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { ownNode, root } from './own-node.mjs'

/** Ends the run: with a message for the terminal, or without one after a signal. */
export class Stop extends Error {
  constructor(message, code = 1) {
    super(message)
    this.code = code
  }
}

// The host's NODE_ENV does not apply to the shop: the build sets its own, and nothing else reads it.
const { NODE_ENV: _, ...host } = process.env

/** For npm. */
export const hostEnv = host

/** For programs on the shop's own Node. */
const ownEnv = {
  // Node caches compiled code: later starts are twice as fast and use 25 MB less.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  // Hashing a password briefly takes 19 MB; without this, glibc would never release them.
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_ARENA_MAX: '2',
  ...host,
  // Tools that run 'node' get the shop's own, whichever npm was used.
  PATH: [dirname(ownNode), host.PATH].join(delimiter),
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
let stoppedBy

/** Stops here if a signal has ended the previous step. */
export function throwIfStopped() {
  if (stoppedBy) throw new Stop('', 128 + constants.signals[stoppedBy])
}

/**
 * Runs a program to its end and returns its exit code. Passes signals on, because a process manager may know only this
 * process. If the signal went to the whole group (Ctrl+C, systemd), the program gets it twice, and our programs count
 * several as one. This process stays until the program has ended. Other programs may take minutes for that: with
 * `timeoutMs` the program gets its own process group, which is killed if it does not end in time.
 */
export function run(program, parameters, { env = ownEnv, timeoutMs } = {}) {
  const detached = timeoutMs !== undefined
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd: root, stdio: 'inherit', env, detached })
    let killer
    const handOn = signal => {
      stoppedBy = signal
      sendSignal(child, signal, detached)
      if (detached) killer ??= setTimeout(() => sendSignal(child, 'SIGKILL', detached), timeoutMs)
    }
    const settle = () => {
      clearTimeout(killer)
      // Its children may not have received the signal.
      if (detached && stoppedBy) sendSignal(child, 'SIGKILL', detached)
      for (const signal of signals) process.off(signal, handOn)
    }
    for (const signal of signals) process.on(signal, handOn)
    child.once('error', error => {
      settle()
      reject(new Stop(`${program} cannot be run (${error.code}).`))
    })
    child.once('exit', (code, signal) => {
      settle()
      // Ctrl+C reaches the whole group: the program may have ended before this process gets the signal.
      if (signals.includes(signal)) stoppedBy ??= signal
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

/** Does nothing if the program has already ended. */
function sendSignal(child, signal, isGroup) {
  try {
    process.kill(isGroup ? -child.pid : child.pid, signal)
  } catch {}
}

/** Prints what is running, a line every ten seconds, and how long it took. */
export async function step(title, work) {
  const start = Date.now()
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`
  console.log(`${title} …`)
  const timer = setInterval(() => console.log(`  still ${title.toLowerCase()} (${seconds()})`), 10_000)
  try {
    const code = await work()
    if (code === 0) console.log(`  done in ${seconds()}`)
    return code
  } finally {
    clearInterval(timer)
  }
}
