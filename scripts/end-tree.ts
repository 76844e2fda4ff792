import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

interface Running {
  pid: number
  parent: number
}

/** Kills a process, its children and theirs. What hangs does not listen to anything milder. */
export function endTree(top: number): void {
  const running = runningProcesses()
  const tree = [top]
  for (const one of tree) tree.push(...running.filter(({ parent }) => parent === one).map(({ pid }) => pid))
  for (const pid of tree)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
}

/** Without those that have ended and whose parents have not asked for their exit code yet. */
export function runningProcesses(): Running[] {
  return (existsSync('/proc/self/stat') ? rowsOfLinux() : rowsOfPs())
    .filter(([, , state]) => state && !state.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

/** Number, parent's number, state. */
type Row = (string | undefined)[]

const rowsOfPs = (): Row[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map(line => line.trim().split(/\s+/))

/** Small images of Linux have no `ps`. */
const rowsOfLinux = (): Row[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(pid => {
      // '42 (a program) S 1 …': its name may have brackets and spaces in it.
      const [state, parent] = statOf(pid).split(') ').at(-1)?.split(' ') ?? []
      return [pid, parent, state]
    })

/** Nothing where it has ended meanwhile. */
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return ''
  }
}
