import type { ShopContent } from '#contract/shop-content.ts'
import { Picture } from './picture.tsx'

/** The shop's mark: its own picture, the awning over a counter, or the first letter of its name. */
export function Mark({ content: { mark, name } }: { content: Pick<ShopContent, 'mark' | 'name'> }) {
  if (mark === 'letter')
    return (
      <span className="mark-letter" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
    )
  if (mark !== 'awning')
    return <Picture whole src={mark} alt="" sizes="96px" load="soon" className="mark-picture" />
  return (
    <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
      <path
        className="fill-primary"
        d="M6 4h20l3 9a4.4 4.4 0 0 1-8.7 0 4.4 4.4 0 0 1-8.6 0A4.4 4.4 0 0 1 3 13z"
      />
      <path className="fill-current" d="M6 19.5h20V26a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2zm4 3v2.5h12v-2.5z" />
    </svg>
  )
}
