import { Suspense, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { useOnceTrue } from '../../ui/once-true.ts'
import { useStored } from '../../ui/use-stored.ts'
import type { Neighbors } from './use-neighbors.ts'
import { type OrderPanelControl, useOrderKeys } from './use-order-keys.ts'

const KeysHelp = lazyComponent(() => import('./order-keys-help.tsx'), 'The list of keys')

interface OrderKeysProps {
  rows: readonly Order[]
  panel: OrderPanelControl
  neighbors: Neighbors
}

/** The keys of the list of orders, and the button that explains them. Single letters can be turned off (WCAG 2.1.4). */
export function OrderKeys({ rows, panel, neighbors }: OrderKeysProps) {
  const [stored, store] = useStored('orderKeys')
  const [isOpen, setOpen] = useState(false)
  const isLoaded = useOnceTrue(isOpen)
  const isOn = stored !== 'off'
  useOrderKeys({ isOn, rows, panel, neighbors, onHelp: () => setOpen(true) })
  return (
    <div className="order-keys">
      <button type="button" className="details-button text-sm" onClick={() => setOpen(true)}>
        Keyboard
      </button>
      {isLoaded && (
        <Suspense>
          <KeysHelp
            isOpen={isOpen}
            isOn={isOn}
            onSwitch={on => store(on ? null : 'off')}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
