import { Suspense } from 'react'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { useAdminCheck } from '../session/admin-check.ts'
import { useSignInOptions } from '../session/queries.ts'
import { useUser } from '../session/use-user.ts'

/** Loaded on demand, because only admins see it. */
const OpeningBoard = lazyComponent(() => import('./opening-board.tsx'))

/** What a new shop needs, above the first page of the dashboard, for the admins of a live shop. */
export function OpeningDay() {
  const { email, secondFactorNeeded } = useUser()
  const { data: admin } = useAdminCheck(email)
  return admin && !secondFactorNeeded ? <InLiveShop /> : null
}

function InLiveShop() {
  const { data: options } = useSignInOptions()
  if (!options?.isLive) return null
  return (
    <Suspense>
      <OpeningBoard />
    </Suspense>
  )
}
