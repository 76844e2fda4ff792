import { useEffect, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { type Closed, isClosed } from '#domain/closed.ts'
import { now } from '../../api/clock.ts'
import { useContent } from '../../api/content.ts'
import type { RootData } from '../../ui/meta.ts'

const checkMs = 20_000

/** Null if the shop takes orders. The page comes without what is over; a page that stays open looks at the time. */
export function useClosed(): Closed | null {
  const { closed } = useContent()
  const timeZone = useRouteLoaderData<RootData>('root')?.timeZone
  const [over, setOver] = useState<Closed>()
  useEffect(() => {
    if (!closed || !timeZone) return
    const check = () => setOver(isClosed(closed, now(), timeZone) ? undefined : closed)
    check()
    const checking = window.setInterval(check, checkMs)
    return () => window.clearInterval(checking)
  }, [closed, timeZone])
  return closed === over ? null : closed
}
