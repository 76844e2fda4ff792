import { createContext, use } from 'react'
import type { ContentDraft } from './draft.ts'

export const DraftContext = createContext<ContentDraft | undefined>(undefined)

/** The content that the surrounding form changes. */
export function useContentDraft(): ContentDraft {
  const draft = use(DraftContext)
  if (!draft) throw new Error('There is no form around this field')
  return draft
}
