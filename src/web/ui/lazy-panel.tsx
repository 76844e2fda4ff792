import { type ComponentType, Suspense } from 'react'
import { useOnceTrue } from './once-true.ts'
import { PanelLink, usePanel } from './panel.tsx'

interface LazyPanelProps {
  /** The query parameter of the panel, and its value: `?notices=own`. */
  name: string
  value: string
  /** The text of the link. */
  label: string
  panel: ComponentType<{ isOpen: boolean; onClose: () => void }>
}

/** A link that opens a panel, which is loaded when it is opened for the first time. */
export function LazyPanel({ name, value, label, panel: Panel }: LazyPanelProps) {
  const { opened, close } = usePanel(name)
  const isOpen = opened !== undefined
  const isLoaded = useOnceTrue(isOpen)
  return (
    <div className="mb-6">
      <PanelLink name={name} value={value}>
        {label}
      </PanelLink>
      {isLoaded && (
        <Suspense>
          <Panel isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
