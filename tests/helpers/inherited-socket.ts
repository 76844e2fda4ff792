import { type ChildProcess, spawn } from 'node:child_process'
import { BoundSocket } from 'node:net'

export interface SpawnSettings {
  cwd?: string
  env: NodeJS.ProcessEnv
  /** stdin, stdout and stderr. */
  stdio: readonly ['ignore', 'pipe', 'pipe' | 'inherit']
}

/**
 * A listening socket that outlives the shop's processes, as systemd's socket activation keeps one: while no process runs, the
 * kernel queues connections.
 */
export class InheritedSocket {
  readonly #socket = new BoundSocket({ host: '127.0.0.1' })

  get port(): number {
    return this.#socket.address().port
  }

  get fd(): number {
    return this.#socket.fd()
  }

  close(): void {
    this.#socket.close()
  }
}

/**
 * Starts a program, with an inherited socket or without. LISTEN_PID must be the program's own process id, so a shell sets it and
 * then replaces itself with the program.
 */
export function spawnOn(
  socket: InheritedSocket | undefined,
  program: string,
  parameters: readonly string[],
  { stdio, ...others }: SpawnSettings,
): ChildProcess {
  if (!socket) return spawn(program, parameters, { ...others, stdio: [...stdio] })
  const script = 'export LISTEN_FDS=1 LISTEN_PID=$$; exec "$0" "$@"'
  return spawn('/bin/sh', ['-c', script, program, ...parameters], { ...others, stdio: [...stdio, socket.fd] })
}
