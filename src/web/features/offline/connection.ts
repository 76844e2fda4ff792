import { onlineManager, type Query } from '@tanstack/react-query'
import { keptAttribute } from '../../api/kept.ts'
import { queryClient } from '../../api/query-client.ts'
import { keptSince } from './kept-since.ts'

/** Parts of every page, which say nothing about this one. */
const isOnEveryPage = ({ queryKey: [first, second] }: Query): boolean =>
  first === 'session' || first === 'admin' || second === 'bag'

/** When the service worker has got the page that it shows; undefined if the shop itself has sent it. */
const pageSince = (): number | undefined =>
  Number(document.documentElement.getAttribute(keptAttribute)) || undefined

const isKept = ({ state }: Query): boolean => keptSince(state.data) !== undefined

/** The data that the page came with is as old as the page. */
const sinceOf = ({ state: { data, dataUpdateCount, dataUpdatedAt } }: Query): number =>
  keptSince(data) ?? (dataUpdateCount === 0 ? pageSince() : undefined) ?? dataUpdatedAt

export const online = -1
export const unknown = 0

/**
 * `online`, or since when the page is as it is: the moment of its oldest answer, in milliseconds. A number, because React
 * compares it.
 */
export function readConnection(): number {
  const queries = queryClient()
    .getQueryCache()
    .findAll({ type: 'active' })
    .filter(query => query.state.data !== undefined && !isOnEveryPage(query))
  if (navigator.onLine && !queries.some(isKept)) return online
  return queries.length > 0 ? Math.min(...queries.map(sinceOf)) : (pageSince() ?? unknown)
}

const events = ['online', 'offline'] as const

export function observeConnection(listener: () => void): () => void {
  // It takes every page to begin online, and would not notice the first connection.
  onlineManager.setOnline(navigator.onLine)
  const { retry, stop } = keptRetries()
  const update = () => {
    listener()
    retry()
  }
  // The cache reports changes while components render, which must not be interrupted.
  const stopObserving = queryClient()
    .getQueryCache()
    .subscribe(() => queueMicrotask(update))
  for (const name of events) window.addEventListener(name, update)
  return () => {
    stop()
    stopObserving()
    for (const name of events) window.removeEventListener(name, update)
  }
}

const [shortestMs, longestMs] = [1000, 60_000] as const

/**
 * A browser that says it is online may still not reach the shop, also for a moment after a connection is back. Asks
 * again for what was kept, less and less often.
 */
function keptRetries() {
  let pause: number = shortestMs
  let timer: number | undefined
  function retry(): void {
    if (!navigator.onLine || timer !== undefined) return
    if (readConnection() === online) {
      pause = shortestMs
      return
    }
    timer = window.setTimeout(() => {
      timer = undefined
      void queryClient().refetchQueries({ type: 'active', predicate: isKept })
    }, pause)
    pause = Math.min(pause * 2, longestMs)
  }
  return { retry, stop: () => window.clearTimeout(timer) }
}
