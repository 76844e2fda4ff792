import { Suspense } from 'react'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { useOnceTrue } from '../../ui/once-true.ts'
import { PanelLink, usePanel } from '../../ui/panel.tsx'
import type { ContentPages } from './preview.tsx'

const ShopPanel = lazyComponent(() => import('./shop-panel.tsx'), 'Your shop')

/**
 * Opens the panel with the owner's name, look and content: `/dashboard/manageItems?panel=shop`, or with a later section in
 * front: `?panel=shop-selling`, `?panel=shop-legal`.
 */
export function YourShop({ pages }: { pages: ContentPages }) {
  const panel = usePanel('panel')
  const [name, section = ''] = panel.opened?.split('-') ?? []
  const isOpen = name === 'shop'
  const isLoaded = useOnceTrue(isOpen)
  return (
    <>
      <PanelLink name="panel" value="shop" className="btn btn-sm btn-quiet">
        Your shop
      </PanelLink>
      {isLoaded && (
        <Suspense>
          <ShopPanel pages={pages} section={section} isOpen={isOpen} onClose={panel.close} />
        </Suspense>
      )}
    </>
  )
}
