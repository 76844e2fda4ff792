import { lazy, Suspense, useId } from 'react'
import { Loading } from '../../ui/spinner.tsx'

/** Below what the page is for, and after it. */
const FactorSection = lazy(() => import('./factor-section.tsx'))

/** What belongs to the account and not to the profile. */
export function AccountSection() {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-12 grid gap-8">
      <h2 id={id} className="font-display text-2xl">
        Account
      </h2>
      <Suspense fallback={<Loading />}>
        <FactorSection />
      </Suspense>
    </section>
  )
}
