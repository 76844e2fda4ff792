import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, matchPath } from 'react-router'
import { safePath } from '#domain/redirect.ts'
import { paths } from '../../paths.ts'
import { forgetLeftPage } from '../session/left-page.ts'
import { useSession } from '../session/session.ts'
import { oneItem } from './queries.ts'
import './back-bar.css'

/** Leads a new customer back to the page that asked them to sign in. It is shown once. */
export function BackBar({ left }: { left: string | undefined }) {
  const { user } = useSession()
  const [path, setPath] = useState(safePath(left))
  const isShown = user !== undefined && path !== paths.home
  useEffect(() => {
    if (isShown) forgetLeftPage()
  }, [isShown])
  if (!isShown) return null
  return (
    <aside className="back-bar" aria-label="Where you came from">
      <BackLink path={path} />
      <button type="button" className="icon-button" aria-label="Dismiss" onClick={() => setPath(paths.home)}>
        <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
          <path d="m6 6 12 12M18 6 6 18" />
        </svg>
      </button>
    </aside>
  )
}

function BackLink({ path }: { path: string }) {
  const id = matchPath('/items/:id', new URL(path, window.location.origin).pathname)?.params.id
  const item = useQuery({ ...oneItem(id ?? ''), enabled: id !== undefined })
  return (
    <Link to={path} className="btn btn-primary">
      <span aria-hidden="true">←</span>
      Back to {item.data?.name ?? 'where you were'}
    </Link>
  )
}
