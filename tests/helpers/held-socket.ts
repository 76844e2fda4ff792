import { type ChildProcess, spawn } from 'node:child_process'
import { BoundSocket } from 'node:net'

export interface Surroundings {
  cwd?: string
  env: NodeJS.ProcessEnv
  /** Nothing to read, then where both of its streams go. */
  stdio: readonly ['ignore', 'pipe', 'pipe' | 'inherit']
}

/**
 * A place on loopback that outlives whoever listens there, as systemd keeps one for a service: between two processes
 * the kernel lets visitors wait.
 */
export class HeldSocket {
  readonly #socket = new BoundSocket({ host: '127.0.0.1' })

  get port(): number {
    return this.#socket.address().port
  }

  /** Starts a program that is given the socket. Its number is known to nobody before it runs: a shell becomes it. */
  spawn(program: string, parameters: readonly string[], { stdio, ...others }: Surroundings): ChildProcess {
    const become = 'export LISTEN_FDS=1 LISTEN_PID=$$; exec "$0" "$@"'
    return spawn('/bin/sh', ['-c', become, program, ...parameters], {
      ...others,
      stdio: [...stdio, this.#socket.fd()],
    })
  }

  close(): void {
    this.#socket.close()
  }
}
