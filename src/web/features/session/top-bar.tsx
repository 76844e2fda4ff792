import { type ComponentType, Suspense, useLayoutEffect } from 'react'
import { Link, NavLink, useNavigation } from 'react-router'
import type { Me } from '#contract/identity.ts'
import type { PublicContent } from '#contract/shop-content.ts'
import { useContent } from '../../api/content.ts'
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
 * set before the first paint and long before hydration. The corner with name and bag is for signed-in users.
 */
export function TopBar({ corner: Corner }: { corner: ComponentType<{ user: Me }> }) {
  const { status, user } = useSession()
  const { state } = useNavigation()
  const content = useContent()
  useLayoutEffect(() => markSession(status), [status])
  return (
    <header className="top-bar" data-busy={state !== 'idle'}>
      <div className="top-bar-loading" role="status">
        <Spinner />
        <span className="sr-only">Loading</span>
      </div>
      <div className="top-bar-content">
        <Brand content={content} />
        <TopMenu name={user?.displayName} content={content} />
        <ThemeSwitch />
        {user && (
          <Suspense fallback={<CornerRoom name={user.displayName} />}>
            <Corner user={user} />
          </Suspense>
        )}
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

/** As large as the corner, so that nothing moves when it loads. */
const CornerRoom = ({ name }: { name: string }) => (
  <>
    <span className="bag-slot" />
    <span className="in-bar">{name}</span>
  </>
)

function TopMenu({ name, content }: { name: string | undefined; content: PublicContent }) {
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
      {content.team.length > 0 && (
        <NavLink to={paths.team} prefetch="intent">
          Team
        </NavLink>
      )}
      {content.portfolio && (
        <NavLink to={paths.portfolio} prefetch="intent">
          Portfolio
        </NavLink>
      )}
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
