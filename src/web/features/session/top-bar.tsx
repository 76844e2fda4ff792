import { type ReactNode, useLayoutEffect } from 'react'
import { Link, NavLink, useNavigation } from 'react-router'
import { paths } from '../../paths.ts'
import { Brand } from '../../ui/brand.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { useSignOut } from './queries.ts'
import { useSession } from './session.ts'
import { markSession } from './session-mark.ts'

const menuId = 'top-menu'

/**
 * The bar and its loading indicator are both rendered, and the mark on <html> decides which one shows, because it is
 * set before the first paint and long before hydration. The bag is for signed-in users.
 */
export function TopBar({ bag }: { bag: ReactNode }) {
  const { status, user } = useSession()
  const { state } = useNavigation()
  useLayoutEffect(() => markSession(status), [status])
  return (
    <header className="top-bar" data-busy={state !== 'idle'}>
      <div className="top-bar-loading" role="status">
        <Spinner />
        <span className="sr-only">Loading</span>
      </div>
      <div className="top-bar-content">
        <Brand />
        <TopMenu name={user?.displayName} />
        {status === 'signedIn' && <div className="bag-slot">{bag}</div>}
        <ThemeSwitch />
        {user && <p className="in-bar">{user.displayName}</p>}
        {status === 'signedIn' ? <Logout /> : <LoginLink />}
        <button
          type="button"
          className="icon-button top-menu-button"
          popoverTarget={menuId}
          aria-label="Menu"
        >
          <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
            <path d="M4 8h16M4 16h16" />
          </svg>
        </button>
      </div>
    </header>
  )
}

function TopMenu({ name }: { name: string | undefined }) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what is pressed; this only closes the menu
    <nav
      id={menuId}
      popover="auto"
      className="top-menu"
      aria-label="Main"
      onClick={event => event.currentTarget.hidePopover()}
    >
      {name && <p className="in-menu">Signed in as {name}</p>}
      <NavLink to={paths.home} end prefetch="intent">
        Home
      </NavLink>
      <NavLink to={paths.items} prefetch="intent">
        Items
      </NavLink>
      <NavLink to={paths.team} prefetch="intent">
        Team
      </NavLink>
      <NavLink to={paths.portfolio} prefetch="intent">
        Portfolio
      </NavLink>
      <NavLink to={paths.dashboard} prefetch="intent">
        Dashboard
      </NavLink>
    </nav>
  )
}

const LoginLink = () => (
  <Link to={paths.login} className="btn btn-sm btn-primary" prefetch="intent">
    LOGIN
  </Link>
)

function Logout() {
  const signOut = useSignOut()
  return (
    <button type="button" className="btn btn-sm btn-quiet" onClick={() => void signOut()}>
      Logout
    </button>
  )
}
