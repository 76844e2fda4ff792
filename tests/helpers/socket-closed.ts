import type { Socket } from 'node:net'

/** Resolves when the connection is closed, with or without an error. */
export const closed = (socket: Socket): Promise<void> =>
  new Promise(resolve => {
    socket.on('error', () => undefined).once('close', () => resolve())
  })
