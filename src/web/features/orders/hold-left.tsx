import { useEffect, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { now } from '../../api/clock.ts'
import { TransferWaits } from './transfer-waits.tsx'
import { isWaiting } from './waiting.ts'
import './hold-left.css'

export const HoldLeft = ({ order }: { order: Order }) =>
  isWaiting(order) ? <TransferWaits order={order} /> : <TimeLeft order={order} />

function TimeLeft({ order: { state, heldUntil } }: { order: Order }) {
  const left = Date.parse(heldUntil) - useNow()
  if (state !== 'held' || left <= 0)
    return <p className="hold">No longer held: others can buy it. You can still pay while there is enough.</p>
  return (
    <p className="hold">
      Held for you for{' '}
      <span role="timer" className="tabular-nums">
        {formatLeft(left)}
      </span>
      . After that others can buy it.
    </p>
  )
}

function useNow(): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const ticking = window.setInterval(() => setTime(now()), 1000)
    return () => window.clearInterval(ticking)
  }, [])
  return time
}

/** '2 h 5 min', or '24:05' for minutes and seconds. */
export function formatLeft(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  const minutes = Math.floor(seconds / 60)
  if (minutes >= 60) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
}
