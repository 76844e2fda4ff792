import { performance } from 'node:perf_hooks'

/**
 * Looks at most once in each turn of the event loop and says the same until the turn is over. Whatever a turn works
 * on had arrived before it began to work, so for all of that the first look is as good as a later one. (Only
 * with 1,024 connections ready at once libuv asks for more within a turn, whose look may then be older than they are.)
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
