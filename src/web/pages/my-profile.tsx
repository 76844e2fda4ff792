import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ProblemError } from '../api/problem-error.ts'
import { AccountSection } from '../features/account/account-section.tsx'
import { accountFacts, ownFactors } from '../features/account/queries.ts'
import { OpeningDay } from '../features/opening-day/opening-day.tsx'
import { ProfileCard } from '../features/profile/profile-card.tsx'
import { ProfileForm } from '../features/profile/profile-form.tsx'
import { myProfile } from '../features/profile/queries.ts'
import { dropSession } from '../features/session/queries.ts'
import { startForUser } from '../features/session/start-queries.ts'
import { useUser } from '../features/session/use-user.ts'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import { Loading } from '../ui/spinner.tsx'
import { QueryError } from '../ui/states.tsx'
import type { Route } from './+types/my-profile.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'My Profile', noindex: true })

export const clientLoader = () =>
  startForUser((client, { email }) => {
    void client.prefetchQuery(myProfile(email))
    void client.prefetchQuery(accountFacts(email))
    void client.prefetchQuery(ownFactors)
  })

export default function MyProfile() {
  return (
    <>
      <OpeningDay />
      <PageSection title="Welcome to your profile">
        <CardAndForm />
      </PageSection>
    </>
  )
}

function CardAndForm() {
  const profile = useQuery(myProfile(useUser().email))
  const refused = isRefused(profile.error)
  // The dashboard's guard then redirects to the sign-in page.
  useEffect(() => {
    if (refused) dropSession()
  }, [refused])
  if (profile.isPending || refused) return <Loading />
  if (profile.data === undefined) return <QueryError query={profile} />
  return (
    <>
      <div className="profile">
        <ProfileCard profile={profile.data} />
        <ProfileForm profile={profile.data} />
      </div>
      {/* Rendered after the profile loads, because the profile would push it down. */}
      <AccountSection />
    </>
  )
}

const isRefused = (error: unknown): boolean =>
  error instanceof ProblemError && [401, 403].includes(error.problem.status)
