import { spawn } from 'node:child_process'
import { root } from './own-node.mjs'
import { hostEnv, run } from './run.mjs'

/** The npm that this very run was started with, when it was; else the one on the path. */
function npm(parameters) {
  const script = process.env.npm_execpath ?? ''
  return /npm-cli\.js$/.test(script) ? [process.execPath, [script, ...parameters]] : ['npm', parameters]
}

/** What is half installed is found and done anew; nobody has to wait for npm to tidy up. */
export const runNpm = (...parameters) => run(...npm(parameters), { env: hostEnv, patienceMs: 2000 })

/** How long the registry may take to say anything at all. */
const patienceMs = 10_000

/** What npm says when nobody answered. Any other complaint is the registry's own or about a certificate. */
const silence =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR|ENOTCACHED)\b/

/**
 * Why the registry that npm is set up for cannot be reached, or nothing when it can. Installing would find out too,
 * but only after minutes: npm asks for every package, and three times for each.
 */
export function whyNoRegistry() {
  const [program, parameters] = npm(['ping', '--fetch-retries=0', `--fetch-timeout=${patienceMs}`])
  return new Promise(resolve => {
    const child = spawn(program, parameters, { cwd: root, env: hostEnv, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const collect = chunk => {
      said += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      resolve(`no answer within ${patienceMs / 1000} seconds`)
    }, patienceMs)
    // Whatever else is wrong, the install will tell.
    child.once('error', () => resolve(undefined))
    child.once('close', code => {
      clearTimeout(timer)
      resolve(code === 0 ? undefined : silence.exec(said)?.[0])
    })
  })
}
