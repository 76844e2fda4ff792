import { useQuery } from '@tanstack/react-query'
import { accountFacts } from './queries.ts'
import { SendLink } from './send-link.tsx'

/** Offers the confirmation email where an action requires a confirmed email address. Empty if the shop sends no email. */
export default function ConfirmEmailPrompt({ email }: { email: string }) {
  const facts = useQuery(accountFacts(email)).data
  if (!facts || facts.emailVerified || !facts.hasMail) return null
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p className="min-w-0 wrap-anywhere">We send a link to {email}. Open it, then try again.</p>
      <SendLink />
    </div>
  )
}
