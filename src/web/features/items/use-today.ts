import { useRouteLoaderData } from 'react-router'
import { dayAt } from '#domain/day.ts'
import { now } from '../../api/clock.ts'
import { useHydrated } from '../../ui/hydrated.tsx'
import type { RootData } from '../../ui/meta.ts'

/** The day in the shop's time zone. A page begins with the one that it was rendered on. */
export function useToday(): string {
  const root = useRouteLoaderData<RootData>('root')
  const isHydrated = useHydrated()
  if (!root) return dayAt(now(), 'UTC')
  return isHydrated ? dayAt(now(), root.timeZone) : root.today
}
