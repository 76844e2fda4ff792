import type { Session } from './session.ts'

/** Says on <html> that a session is being checked. The script in <head> does it first, before anything is seen. */
export function markSession(status: Session['status']): void {
  const { dataset } = document.documentElement
  if (status === 'loading') dataset.session = 'loading'
  else if (status !== 'unknown') delete dataset.session
}
