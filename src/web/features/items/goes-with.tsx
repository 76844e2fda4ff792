import { Suspense } from 'react'
import type { DetailedItem } from '#contract/items.ts'
import { lazyComponent } from '../../ui/lazy-component.ts'

const RelatedItems = lazyComponent(() => import('./related-items.tsx'))

/** What goes with an item, at the end of its page. It loads after everything else. */
export const GoesWith = ({ item }: { item: Pick<DetailedItem, '_id' | 'family'> }) => (
  <Suspense>
    <RelatedItems item={item} />
  </Suspense>
)
