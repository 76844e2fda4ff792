import type { MetaArgs } from 'react-router'
import { MyBookings } from '../features/bookings/my-bookings.tsx'
import { SignedIn } from '../features/session/signed-in.tsx'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'

export const meta = (args: MetaArgs) => describe(args, { title: 'My Orders', own: true })

export default function MyOrder() {
  return (
    <PageSection title="Welcome to your Order">
      <SignedIn>{user => <MyBookings key={user.email} email={user.email} />}</SignedIn>
    </PageSection>
  )
}
