import cluster from 'node:cluster'

type Environment = Readonly<Record<string, string | undefined>>

/** By the rule of systemd's socket activation: the first socket that is handed over stands after the three usual files. */
const firstSocket = 3

/** A worker's are those of the process that watches over it: Node asks that one for them. */
const usualOwner = (): number => (cluster.isWorker ? process.ppid : process.pid)

/**
 * Sockets that a service manager has opened and keeps open while one version of the shop makes way for the next: who
 * comes meanwhile waits instead of being turned away. They count only for the process that they were handed to.
 */
export function givenSockets({ LISTEN_FDS, LISTEN_PID }: Environment, owner = usualOwner()): number[] {
  const count = Number(LISTEN_FDS)
  if (LISTEN_PID !== String(owner) || !Number.isInteger(count) || count < 1) return []
  return Array.from({ length: count }, (_, index) => firstSocket + index)
}
