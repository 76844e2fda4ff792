import cluster from 'node:cluster'

type Environment = Readonly<Record<string, string | undefined>>

/** The first file descriptor of systemd's socket activation, after the three standard streams. */
const firstSocket = 3

/** The sockets of a worker belong to its primary process: Node gets them from there. */
const socketOwner = (): number => (cluster.isWorker ? process.ppid : process.pid)

/**
 * Sockets that a service manager holds open while a new version of the shop replaces the old one: visitors wait instead
 * of being refused. They belong only to the process that inherited them.
 */
export function inheritedSockets({ LISTEN_FDS, LISTEN_PID }: Environment, owner = socketOwner()): number[] {
  const count = Number(LISTEN_FDS)
  if (LISTEN_PID !== String(owner) || !Number.isInteger(count) || count < 1) return []
  return Array.from({ length: count }, (_, index) => firstSocket + index)
}
