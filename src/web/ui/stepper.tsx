import { type ReactNode, useRef } from 'react'
import './stepper.css'

interface StepperProps {
  /** The label of the input. */
  of: string
  /** After a press of one of the buttons, when the input has its new value. */
  onStep?: (value: string) => void
  /** The number input. */
  children: ReactNode
}

/** Raises or lowers a number input by one, within its limits. From an empty input, the first step goes to the minimum. */
export function step(input: HTMLInputElement, way: 'stepDown' | 'stepUp'): void {
  if (input.readOnly) return
  input[way](input.value === '' ? Number(input.min) : 1)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Buttons that step the input. They are not in the tab order, because the arrow keys do the same in the input.
 */
export function Stepper({ of, onStep, children }: StepperProps) {
  const box = useRef<HTMLDivElement>(null)

  function press(way: 'stepDown' | 'stepUp') {
    const input = box.current?.querySelector('input')
    if (!input || input.readOnly) return
    step(input, way)
    onStep?.(input.value)
  }

  return (
    <div className="stepper" ref={box}>
      <button type="button" tabIndex={-1} aria-label={`${of}: one less`} onClick={() => press('stepDown')}>
        −
      </button>
      {children}
      <button type="button" tabIndex={-1} aria-label={`${of}: one more`} onClick={() => press('stepUp')}>
        +
      </button>
    </div>
  )
}
