import { useSearchParams } from 'react-router'
import { BackBar } from '../features/items/back-bar.tsx'
import StopAlert from '../features/items/stop-alert.tsx'
import { NothingYet } from '../features/opening-day/nothing-yet.tsx'
import NewsletterLink from '../features/site/newsletter-link.tsx'

interface HomeExtrasProps {
  isEmpty?: boolean
  /** The page that a new customer came from. */
  left?: string | undefined
}

/**
 * What few visitors of the home page need: dialogs for links in emails, the way back after signing up, and words for a
 * shop without items.
 */
export default function HomeExtras({ isEmpty = false, left }: HomeExtrasProps) {
  const [params] = useSearchParams()
  if (isEmpty) return <NothingYet />
  if (params.has('stop')) return <StopAlert />
  return params.has('newsletter') || params.has('unsubscribe') ? <NewsletterLink /> : <BackBar left={left} />
}
