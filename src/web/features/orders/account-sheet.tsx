import { Link } from 'react-router'
import type { Me } from '#contract/identity.ts'
import type { Order } from '#contract/orders.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { useOpened } from '../../ui/use-opened.ts'
import { useAdminCheck } from '../session/admin-check.ts'
import { useSignOut } from '../session/queries.ts'
import { BagLines } from './bag-lines.tsx'
import { RemoveOrder } from './remove-order.tsx'
import './account-sheet.css'

interface AccountSheetProps {
  user: Me
  isOpen: boolean
  onClose: () => void
}

/** What waits for payment, and the ways into the account. */
export default function AccountSheet({ user, isOpen, onClose }: AccountSheetProps) {
  const removing = useOpened<Order>()
  return (
    <>
      <Dialog open={isOpen} title="Your bag" side onClose={onClose}>
        {isOpen && (
          <div className="account-sheet">
            <BagLines onRemove={removing.open} />
            <Account user={user} />
          </div>
        )}
      </Dialog>
      <RemoveOrder order={removing.opened} onClose={removing.close} />
    </>
  )
}

function Account({ user }: { user: Me }) {
  const signOut = useSignOut()
  const { data: admin } = useAdminCheck(user.email)
  return (
    <nav className="account-links" aria-label="Account">
      <p className="wrap-anywhere">
        <span className="font-display text-lg">{user.displayName}</span>
        <span className="block text-sm text-soft">{user.email}</span>
      </p>
      <AccountLink to={paths.myOrder} icon="bag">
        My Orders
      </AccountLink>
      <AccountLink to={paths.dashboard} icon="person">
        Profile
      </AccountLink>
      {admin && !user.secondFactorNeeded && (
        <>
          <AccountLink to={paths.manageAllOrders} icon="parcel">
            Manage All Orders
          </AccountLink>
          <AccountLink to={paths.manageItems} icon="shelf">
            Manage Items
          </AccountLink>
        </>
      )}
      <button type="button" className="btn btn-quiet" onClick={() => void signOut()}>
        Logout
      </button>
    </nav>
  )
}

const AccountLink = ({ to, icon, children }: { to: string; icon: IconName; children: string }) => (
  <Link to={to} className="account-link" prefetch="intent">
    <Icon name={icon} />
    {children}
  </Link>
)
