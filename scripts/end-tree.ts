import { execFileSync } from 'node:child_process'

/** Kills a process and all that it has started, and they. What hangs does not listen to anything milder. */
export function endTree(top: number | undefined): void {
  if (top === undefined) return
  const pairs = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
  const tree = [top]
  for (const parent of tree) tree.push(...pairs.filter(([, of]) => of === parent).map(([pid = 0]) => pid))
  for (const pid of tree)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
}
