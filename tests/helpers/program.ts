import { execFile } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export const programFile = (source: string): string => join(root, source)

export interface Ended {
  code: number
  out: string
  err: string
}

/** Runs a program of the repository with exactly this environment. */
export const runProgram = (source: string, args: string[], env: NodeJS.ProcessEnv): Promise<Ended> =>
  new Promise(resolve =>
    execFile(
      process.execPath,
      [programFile(source), ...args],
      { cwd: root, env, timeout: 60_000 },
      (error, out, err) => resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    ),
  )
