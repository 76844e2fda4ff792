import { once } from 'node:events'
import { end, type Running, startProgram } from '../processes.ts'
import type { Answers } from './http.ts'

/** A bare server of the same Node in a process of its own. */
export async function startYardstick(answers: Answers): Promise<Running> {
  const child = startProgram('yardsticks/http.ts')
  child.send(answers)
  const [port] = (await once(child, 'message')) as [number]
  return { url: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, end: () => end(child) }
}
