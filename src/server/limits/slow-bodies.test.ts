import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, test, vi } from 'vitest'
import { SlowBodies } from './slow-bodies.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function silentSocket() {
  const socket = { bytesRead: 0, destroyed: false, destroy: () => Object.assign(socket, { destroyed: true }) }
  return socket as unknown as Socket
}

test('a slow body is cut even if all bodies before it were complete', () => {
  const bodies = new SlowBodies({ graceMs: 500, leastBytesPerSecond: 1 })
  const [quick, slow] = [silentSocket(), silentSocket()]
  bodies.add(quick, 60_000)
  bodies.remove(quick)
  vi.advanceTimersByTime(2000)
  assert.equal(vi.getTimerCount(), 0, 'nothing is checked while no body arrives')
  bodies.add(slow, 60_000)
  vi.advanceTimersByTime(2000)
  assert.deepEqual([quick.destroyed, slow.destroyed], [false, true])
})

/** Fails if all bodies have the time of a video: a client could hold an upload slot for ten minutes. */
test('a body that is fast enough is cut after its own time', () => {
  const bodies = new SlowBodies({ graceMs: 500, leastBytesPerSecond: 1 })
  const [form, video] = [silentSocket(), silentSocket()]
  bodies.add(form, 60_000)
  bodies.add(video, 600_000)
  const arrive = (ms: number) => {
    for (let passed = 0; passed < ms; passed += 500) {
      for (const socket of [form, video]) Object.assign(socket, { bytesRead: socket.bytesRead + 1000 })
      vi.advanceTimersByTime(500)
    }
  }
  arrive(59_000)
  assert.deepEqual([form.destroyed, video.destroyed], [false, false])
  arrive(3000)
  assert.deepEqual([form.destroyed, video.destroyed], [true, false])
  bodies.stop()
})
