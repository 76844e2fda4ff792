import { NavLink, Outlet, useLocation } from 'react-router'
import { ConfirmEmail } from '../features/account/confirm-email.tsx'
import { useWaitingCounts } from '../features/insights/menu-counts.ts'
import { useAdminCheck } from '../features/session/admin-check.ts'
import { OpenDemo } from '../features/session/open-demo.tsx'
import { useSession } from '../features/session/session.ts'
import { paths } from '../paths.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { describe } from '../ui/meta.ts'
import { Spinner } from '../ui/spinner.tsx'
import type { Route } from './+types/dashboard.ts'
import '../styles/dashboard.css'
import '../styles/orders.css'

export const meta = (args: Route.MetaArgs) => describe(args, { title: 'Dashboard', noindex: true })

const menuId = 'dashboard-menu'

/** Higher counts show as 99+, because the exact number no longer helps. */
const maxShown = 99

/** Pages for work: they take the whole width and keep the heading small. */
const workbenches: readonly string[] = [
  paths.allUsers,
  paths.addItem,
  paths.manageItems,
  paths.manageAllOrders,
]

export default function Dashboard() {
  const { pathname } = useLocation()
  return (
    <div className="wide section dashboard-page" data-bench={workbenches.includes(pathname)}>
      <div className="dashboard-head">
        <h1 className="font-display">Welcome to your Dashboard</h1>
        <button type="button" className="btn btn-sm btn-quiet lg:hidden" popoverTarget={menuId}>
          Dashboard menu
        </button>
      </div>
      <div className="dashboard">
        <SideMenu />
        <div className="min-w-0">
          <OpenDemo />
          <ConfirmEmail />
          <Outlet />
        </div>
      </div>
    </div>
  )
}

/** Always rendered, so that its button works at once; its content depends on the user. */
function SideMenu() {
  const { user } = useSession()
  const { data: admin, isPending } = useAdminCheck(user?.email)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links and the button inside are what is pressed; this only closes the drawer
    <nav
      id={menuId}
      popover="auto"
      className="side-menu"
      aria-label="Dashboard"
      onClick={event => event.currentTarget.hidePopover()}
    >
      <div className="side-menu-head">
        <p className="font-display text-xl">Dashboard</p>
        <button type="button" className="icon-button" aria-label="Close menu">
          <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
            <path d="m6 6 12 12M18 6 6 18" />
          </svg>
        </button>
      </div>
      {isPending ? <MenuLoading /> : <MenuLinks admin={admin === true} />}
    </nav>
  )
}

function MenuLinks({ admin }: { admin: boolean }) {
  const { user } = useSession()
  const waiting = useWaitingCounts(admin && !user?.secondFactorNeeded)
  return (
    <>
      <MenuLink to={paths.dashboard} icon="person" end>
        My Profile
      </MenuLink>
      <MenuLink to={paths.myReview} icon="star" count={waiting?.newReviews} countLabel="new reviews">
        Add a Review
      </MenuLink>
      <MenuLink to={paths.myOrder} icon="bag">
        My Orders
      </MenuLink>
      {admin && (
        <>
          <MenuLink to={paths.allUsers} icon="people">
            All Users
          </MenuLink>
          <MenuLink to={paths.addItem} icon="plus">
            Add a Item
          </MenuLink>
          <MenuLink to={paths.manageItems} icon="shelf">
            Manage Items
          </MenuLink>
          <MenuLink to={paths.manageAllOrders} icon="parcel" count={waiting?.toSend} countLabel="to send">
            Manage All Orders
          </MenuLink>
        </>
      )}
    </>
  )
}

interface MenuLinkProps {
  to: string
  icon: IconName
  end?: boolean
  /** How many things wait, and their name. */
  count?: number | undefined
  countLabel?: string
  children: string
}

const MenuLink = ({ to, icon, end = false, count = 0, countLabel, children }: MenuLinkProps) => (
  <div className="relative">
    <NavLink to={to} end={end}>
      <Icon name={icon} />
      {children}
    </NavLink>
    {count > 0 && (
      <span className="menu-count">
        {count > maxShown ? `${maxShown}+` : count} <span className="sr-only">{countLabel}</span>
      </span>
    )}
  </div>
)

const MenuLoading = () => (
  <div role="status" className="py-2">
    <Spinner />
    <span className="sr-only">Loading</span>
  </div>
)
