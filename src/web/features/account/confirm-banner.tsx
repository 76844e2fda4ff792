import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dismissForThisVisit, isDismissed } from './banner-dismissed.ts'
import { accountFacts } from './queries.ts'
import { SendLink } from './send-link.tsx'

/** Asks for confirmation of the email. It sits below the page's main content, which it would otherwise push down. */
export function ConfirmBanner({ email }: { email: string }) {
  const facts = useQuery(accountFacts(email)).data
  const [isClosed, setIsClosed] = useState(() => isDismissed(email))
  if (!facts || facts.emailVerified || !facts.hasMail || isClosed) return null
  const close = () => {
    dismissForThisVisit(email)
    setIsClosed(true)
  }
  return (
    <aside className="panel mt-4 flex flex-wrap items-center justify-between gap-4" aria-label="Your email">
      <p className="min-w-0 wrap-anywhere">Confirm that {email} is yours. We’ll send you a link.</p>
      <div className="flex flex-wrap gap-3">
        <SendLink />
        <button type="button" className="btn btn-sm btn-quiet" onClick={close}>
          Not now
        </button>
      </div>
    </aside>
  )
}
