import type { Socket } from 'node:net'

/** When a connection has gone. One that is cut while something is under way may say so as an error first: that counts, too. */
export const closed = (socket: Socket): Promise<void> =>
  new Promise(resolve => {
    socket.on('error', () => undefined).once('close', () => resolve())
  })
