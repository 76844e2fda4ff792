import { performance } from 'node:perf_hooks'

/**
 * Looks at most once in each turn of the event loop and says the same until the turn is over. Whatever a turn works
 * on had arrived before it began to work, so for all of that the first look is as good as a later one. (With more than
 * a thousand connections ready at once libuv asks for more within a turn; the shop takes no more than that.)
 */
export function oncePerTurn<T>(look: () => T): () => T {
  let turn = -1
  let seen: T
  return () => {
    const now = performance.nodeTiming.uvMetricsInfo.loopCount
    if (now !== turn) seen = look()
    turn = now
    return seen
  }
}
