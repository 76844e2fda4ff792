import type { Session } from './session.ts'

/** Marks <html> while a session is being checked. The script in <head> sets the mark before the first paint. */
export function markSession(status: Session['status']): void {
  const { dataset } = document.documentElement
  if (status === 'loading') dataset.session = 'loading'
  else if (status !== 'unknown') delete dataset.session
}
