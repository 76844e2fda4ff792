import { type ReactNode, useRef } from 'react'
import './stepper.css'

interface StepperProps {
  /** The label of the input. */
  of: string
  /** The number input. */
  children: ReactNode
}

/**
 * Buttons for one less and one more, within the input's limits; the first step is its minimum. They are not in the tab
 * order, because the input has the arrow keys.
 */
export function Stepper({ of, children }: StepperProps) {
  const box = useRef<HTMLDivElement>(null)

  function step(way: 'stepDown' | 'stepUp') {
    const input = box.current?.querySelector('input')
    if (!input || input.readOnly) return
    input[way](input.value === '' ? Number(input.min) : 1)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }

  return (
    <div className="stepper" ref={box}>
      <button type="button" tabIndex={-1} aria-label={`${of}: one less`} onClick={() => step('stepDown')}>
        −
      </button>
      {children}
      <button type="button" tabIndex={-1} aria-label={`${of}: one more`} onClick={() => step('stepUp')}>
        +
      </button>
    </div>
  )
}
