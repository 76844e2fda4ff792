import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { useHydrated } from '../../ui/hydrated.ts'

const StopAlert = lazy(() => import('./stop-alert.tsx'))

/** Loads what a link in a letter asks for; the page is rendered without, for everybody. */
export function StopAlertLink() {
  const secret = useSearchParams()[0].get('stop')
  if (!useHydrated() || !secret) return null
  return (
    <Suspense>
      <StopAlert secret={secret} />
    </Suspense>
  )
}
