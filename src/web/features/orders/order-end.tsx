import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Item } from '#contract/items.ts'
import { formatAmount } from '#domain/money.ts'
import { isInStock } from '#domain/stock.ts'
import { inThousands } from '#domain/thousands.ts'
import { useMedia } from '../../ui/media.ts'
import { step } from '../../ui/stepper.tsx'
import { Submit } from '../../ui/submit.tsx'
import { OrderPicture } from './pictures.tsx'

/** Low screens have no room for a bar that stays. */
const barFits = '(max-width: 63.99rem) and (min-height: 30rem)'

interface OrderEndProps {
  item: Item
  /** As typed. */
  quantity: string
  total: number
}

/**
 * Total and button at the end of the form. On a phone they are a bar at the bottom of the screen, in view from the
 * first look at the item: its button leads to the form first, and there it orders.
 */
export function OrderEnd({ item, quantity, total }: OrderEndProps) {
  const isBar = useMedia(barFits) && isInStock(item)
  const box = useRef<HTMLDivElement>(null)
  const isReached = useReached(box)
  return (
    <div ref={box} className={isBar ? 'buy-bar' : 'order-end'}>
      {isBar && <OrderPicture src={item.photoUrl} />}
      <p className="order-total" aria-live="polite">
        <span>{isBar && total === 0 ? 'Price' : 'Total'}</span>
        <strong>{formatAmount(isBar && total === 0 ? item.price : total)}</strong>
      </p>
      {isBar && <BarStepper box={box} quantity={quantity} />}
      {isBar && !isReached ? (
        <button type="button" className="btn btn-primary" onClick={() => goToForm(box.current)}>
          Order
        </button>
      ) : (
        <Submit dim={!(Number(quantity) >= item.mustQuantity)}>ORDER NOW</Submit>
      )}
    </div>
  )
}

const formAround = (element: Element | null) => element?.closest('form')

/** Whether the form has been in view. */
function useReached(box: RefObject<Element | null>): boolean {
  const [isReached, setReached] = useState(false)
  useEffect(() => {
    const form = formAround(box.current)
    if (!form || isReached) return
    const observer = new IntersectionObserver(
      entries => setReached(entries.some(({ isIntersecting }) => isIntersecting)),
      // Not while only its first line peeps in above the bar.
      { rootMargin: '0px 0px -30% 0px' },
    )
    observer.observe(form)
    return () => observer.disconnect()
  }, [box, isReached])
  return isReached
}

/** The panel comes with its heading; the keyboard opens on its first empty field. */
function goToForm(box: Element | null): void {
  const form = formAround(box)
  const isEmpty = (input: HTMLInputElement) => input.value === '' && !input.readOnly
  const inputs = [...(form?.querySelectorAll('input') ?? [])]
  inputs.find(isEmpty)?.focus({ preventScroll: true })
  form?.closest('section')?.scrollIntoView({ block: 'start' })
}

/** Steps the form's own field, which stays where its errors show. */
function BarStepper({ box, quantity }: { box: RefObject<Element | null>; quantity: string }) {
  const press = (way: 'stepDown' | 'stepUp') => {
    const input = formAround(box.current)?.elements.namedItem('quantity')
    if (input instanceof HTMLInputElement) step(input, way)
  }
  return (
    <div className="bar-stepper">
      <button type="button" tabIndex={-1} aria-label="One less" onClick={() => press('stepDown')}>
        −
      </button>
      <span aria-hidden="true">{inThousands(quantity || '0')}</span>
      <button type="button" tabIndex={-1} aria-label="One more" onClick={() => press('stepUp')}>
        +
      </button>
    </div>
  )
}
