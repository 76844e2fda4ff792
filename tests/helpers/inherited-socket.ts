import { type ChildProcess, spawn } from 'node:child_process'
import { BoundSocket } from 'node:net'

export interface SpawnSettings {
  cwd?: string
  env: NodeJS.ProcessEnv
  /** Nothing to read, then where both of its streams go. */
  stdio: readonly ['ignore', 'pipe', 'pipe' | 'inherit']
}

/**
 * A place on loopback that outlives whoever listens there, as systemd keeps one for a service: between two processes
 * the kernel lets visitors wait.
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
 * Starts a program, with a socket that is held for it or without. Its number, which says that the socket is meant for it, is
 * known to nobody before it runs: a shell becomes it.
 */
export function spawnOn(
  socket: InheritedSocket | undefined,
  program: string,
  parameters: readonly string[],
  { stdio, ...others }: SpawnSettings,
): ChildProcess {
  if (!socket) return spawn(program, parameters, { ...others, stdio: [...stdio] })
  const become = 'export LISTEN_FDS=1 LISTEN_PID=$$; exec "$0" "$@"'
  return spawn('/bin/sh', ['-c', become, program, ...parameters], { ...others, stdio: [...stdio, socket.fd] })
}
