import { createContext, use, useState } from 'react'
import type { PublicContent } from '#contract/shop-content.ts'

interface ShownContent {
  content: PublicContent
  /** Shows what was saved since the page was loaded. */
  show: (saved: PublicContent) => void
}

export const ContentContext = createContext<ShownContent | undefined>(undefined)

/** The content comes with the first page, and changes when an admin saves it in this browser. */
export function useShownContent(loaded: PublicContent): ShownContent {
  const [content, show] = useState(loaded)
  return { content, show }
}

function useContentContext(): ShownContent {
  const shown = use(ContentContext)
  if (!shown) throw new Error('The content of the shop is missing')
  return shown
}

/** Name, look and texts of the shop. */
export const useContent = (): PublicContent => useContentContext().content

export const useShowContent = (): ShownContent['show'] => useContentContext().show
