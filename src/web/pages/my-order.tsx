import { MyOrders } from '../features/orders/my-orders.tsx'
import { bag, myOrders } from '../features/orders/queries.ts'
import { startForUser } from '../features/session/start-queries.ts'
import { useUser } from '../features/session/use-user.ts'
import { describe } from '../ui/meta.ts'
import { PageSection } from '../ui/page-section.tsx'
import type { Route } from './+types/my-order.ts'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'My Orders', noindex: true })

export const clientLoader = () =>
  startForUser((client, { email }) => {
    void client.prefetchInfiniteQuery(myOrders(email))
    void client.prefetchQuery(bag)
  })

export default function MyOrder() {
  return (
    <PageSection title="Welcome to your Order">
      <MyOrders email={useUser().email} />
    </PageSection>
  )
}
