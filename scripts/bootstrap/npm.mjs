import { spawn } from 'node:child_process'
import { root } from './own-node.mjs'
import { hostEnv, run } from './run.mjs'

/** The npm that started this run, if any; otherwise the one on the path. */
function npm(parameters) {
  const script = process.env.npm_execpath ?? ''
  return /npm-cli\.js$/.test(script) ? [process.execPath, [script, ...parameters]] : ['npm', parameters]
}

/** npm need not clean up: an incomplete install is detected and repeated. */
export const runNpm = (...parameters) => run(...npm(parameters), { env: hostEnv, timeoutMs: 2000 })

/** How long the registry may take to answer. */
const timeoutMs = 10_000

/** npm's messages if the registry did not answer. Other errors come from the registry itself or from a certificate. */
const silence =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR|ENOTCACHED)\b/

/**
 * Why npm's registry cannot be reached; undefined if it can. Installing would find out too, but only after minutes: npm
 * requests every package three times.
 */
export function registryFault() {
  const [program, parameters] = npm(['ping', '--fetch-retries=0', `--fetch-timeout=${timeoutMs}`])
  return new Promise(resolve => {
    const child = spawn(program, parameters, { cwd: root, env: hostEnv, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = chunk => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      resolve(`no answer within ${timeoutMs / 1000} seconds`)
    }, timeoutMs)
    // The install will report any other problem.
    child.once('error', () => resolve(undefined))
    child.once('close', code => {
      clearTimeout(timer)
      resolve(code === 0 ? undefined : silence.exec(output)?.[0])
    })
  })
}
