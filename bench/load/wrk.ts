import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Sent } from '../send.ts'
import type { LoadResult, LoadTask } from './result.ts'

export const hasWrk = spawnSync('wrk', ['--version']).error === undefined

export async function runWrk({ url, connections, requests }: LoadTask, seconds: number): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-wrk-'))
  try {
    const script = join(folder, 'requests.lua')
    await writeFile(script, scriptOf(url, requests))
    const parameters = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url]
    // The shell's built-in `times` reports the CPU time of its children.
    const timed = ['-c', '"$@" && times', 'sh', 'wrk', ...parameters]
    const { stdout } = await promisify(execFile)('sh', timed)
    return resultOf(stdout)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A request in HTTP/1.1. */
function textOf(host: string, { method = 'GET', path, headers = {}, body = '' }: Sent): string {
  const sent = { host, ...headers, ...(body && { 'content-length': String(Buffer.byteLength(body)) }) }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/** A Lua string literal with decimal escapes for special bytes. */
const quoted = (text: string): string =>
  `"${Buffer.from(text)
    .toString('latin1')
    .replace(/[^ -~]|["\\]/g, sign => `\\${String(sign.charCodeAt(0)).padStart(3, '0')}`)}"`

export const scriptOf = (url: string, requests: readonly Sent[]): string => `local requests = {
${requests.map(sent => quoted(textOf(new URL(url).host, sent))).join(',\n')}
}
local at = 0
request = function()
  at = at % #requests + 1
  return requests[at]
end
done = function(summary, latency)
  local errors = summary.errors
  io.write(string.format('{"answers":%d,"micros":%d,"p99":%d,"refused":%d,"broken":%d}\\n',
    summary.requests, summary.duration, latency:percentile(99), errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
`

interface Printed {
  answers: number
  micros: number
  p99: number
  refused: number
  broken: number
}

export function resultOf(stdout: string): LoadResult {
  const printed: Printed = JSON.parse(/^\{.*\}$/m.exec(stdout)?.[0] ?? '')
  const times = [...stdout.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  )
  // The first line has the shell's own times.
  const [, , user = 0, system = 0] = times.slice(-4)
  const seconds = printed.micros / 1e6
  return {
    answers: printed.answers - printed.refused,
    seconds,
    p99Ms: printed.p99 / 1000,
    loadShare: (user + system) / seconds,
    faults: {
      ...(printed.refused > 0 && { 'answers that were no success': printed.refused }),
      ...(printed.broken > 0 && { 'broken connections': printed.broken }),
    },
  }
}
