import type { MetaArgs } from 'react-router'
import { MyBookings } from '../features/bookings/my-bookings.tsx'
import { SignedIn } from '../features/session/signed-in.tsx'
import { describe } from '../ui/meta.ts'

export const meta = (args: MetaArgs) => describe(args, { title: 'My Orders', own: true })

export default function MyOrder() {
  return (
    <section aria-labelledby="page-title">
      <h2 id="page-title" className="mb-6 font-display text-2xl">
        Welcome to your Order
      </h2>
      <SignedIn>{user => <MyBookings key={user.email} email={user.email} />}</SignedIn>
    </section>
  )
}
