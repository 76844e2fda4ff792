import { useClosed } from './use-closed.ts'

/** What the owner says above all pages while the shop takes no new orders. */
export const ClosedNotice = () => <ClosedText>{useClosed()?.text}</ClosedText>

export const ClosedText = ({ children }: { children: string | undefined }) => (
  <p role="status" className="closed-notice wrap-anywhere empty:hidden">
    {children}
  </p>
)
