import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { safePath } from '#domain/redirect.ts'
import { useSession } from './session.ts'

/** Shows its content until someone is signed in, and then moves on. */
export function SignedOut({ to, children }: { to: string; children: ReactNode }) {
  const session = useSession()
  return session.status === 'signedIn' ? <Navigate to={to} replace /> : children
}

/** The page that sent the visitor here, or the home page. */
export function useRememberedPage(): string {
  const state: unknown = useLocation().state
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  return safePath(from)
}
