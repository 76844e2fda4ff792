import { useEffect, useSyncExternalStore } from 'react'
import { dayOf, timeOf } from '../../ui/moment.ts'
import { observeConnection, online, readConnection, unknown } from './connection.ts'
import { startWorker } from './start-worker.ts'
import './offline.css'

/** Says that there is no connection and how old the page is, and starts the service worker. */
export default function Offline() {
  useEffect(startWorker, [])
  const since = useSyncExternalStore(observeConnection, readConnection)
  return (
    <p role="status" className="offline">
      {sentenceFor(since)}
    </p>
  )
}

function sentenceFor(since: number): string {
  if (since === online) return ''
  if (since === unknown) return 'You are offline.'
  const at = new Date(since)
  const day = at.toDateString() === new Date().toDateString() ? '' : `${dayOf(at)}, `
  return `You are offline. This page is as of ${day}${timeOf(at)}.`
}
