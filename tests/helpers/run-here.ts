import { mock } from 'node:test'
import { pathToFileURL } from 'node:url'
import { format } from 'node:util'

let runs = 0

/**
 * Runs a program in this process, from its first line to its last, and answers what it printed and the code it would
 * end with. One at a time: it has the arguments and the environment for itself.
 */
export async function runHere(
  file: string,
  words: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number; out: string; err: string }> {
  const printed = { log: '', error: '' }
  const { argv, env: before, exitCode } = process
  const mocks = (['log', 'error'] as const).map(kind =>
    mock.method(console, kind, (...parts: unknown[]) => {
      printed[kind] += `${format(...parts)}\n`
    }),
  )
  try {
    process.argv = [process.execPath, file, ...words]
    process.env = env
    process.exitCode = 0
    // A module runs once under each of its addresses.
    runs += 1
    await import(`${pathToFileURL(file)}?run=${runs}`)
    return { code: Number(process.exitCode ?? 0), out: printed.log, err: printed.error }
  } finally {
    Object.assign(process, { argv, env: before, exitCode })
    for (const { mock } of mocks) mock.restore()
  }
}
