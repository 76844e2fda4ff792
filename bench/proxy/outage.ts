import { setTimeout as delay } from 'node:timers/promises'
import { type Sent, send } from '../send.ts'

/** What visitors got, by status; 0 where nobody answered. */
export type Statuses = Record<number, number>

/** Visitors come for so many seconds. */
export async function visit(url: string, requests: readonly Sent[], seconds: number): Promise<Statuses> {
  const statuses: Statuses = {}
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    for (const sent of requests) {
      const { status } = await send(url, sent).catch(() => ({ status: 0 }))
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    await delay(50)
  }
  return statuses
}
