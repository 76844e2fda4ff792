import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MetaArgs } from 'react-router'
import type { Me } from '#contract/identity.ts'
import { ProblemError, sentenceOf } from '../api/problem-error.ts'
import { ProfileCard } from '../features/profile/profile-card.tsx'
import { ProfileForm } from '../features/profile/profile-form.tsx'
import { myProfile } from '../features/profile/queries.ts'
import { useDropSession } from '../features/session/queries.ts'
import { SignedIn } from '../features/session/signed-in.tsx'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import { Loading } from '../ui/spinner.tsx'
import { ErrorState } from '../ui/states.tsx'

export const meta = (args: MetaArgs) => describe(args, { title: 'My Profile', own: true })

export default function MyProfile() {
  return (
    <PageSection title="Welcome to your profile">
      <SignedIn>{user => <ProfileOf key={user.email} user={user} />}</SignedIn>
    </PageSection>
  )
}

function ProfileOf({ user }: { user: Me }) {
  const profile = useQuery(myProfile(user.email))
  const dropSession = useDropSession()
  const refused = isRefused(profile.error)
  // The dashboard's guard then leads to the sign-in page.
  useEffect(() => {
    if (refused) dropSession()
  }, [refused, dropSession])
  if (profile.isPending || refused) return <Loading />
  if (profile.isError) {
    return <ErrorState message={sentenceOf(profile.error)} onRetry={() => void profile.refetch()} />
  }
  return (
    <div className="profile">
      <ProfileCard profile={profile.data} />
      <ProfileForm profile={profile.data} />
    </div>
  )
}

const isRefused = (error: unknown): boolean =>
  error instanceof ProblemError && [401, 403].includes(error.problem.status)
