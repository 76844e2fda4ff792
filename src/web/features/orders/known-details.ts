import { useQueryClient } from '@tanstack/react-query'
import type { OrderForm } from '#contract/orders.ts'
import { myProfile } from '../profile/queries.ts'
import { myOrders } from './queries.ts'

type Details = Pick<OrderForm, 'ownerName' | 'mobileNumber' | 'address'>

/** The buyer's details from their last order, or else from their profile. */
function useKnownDetails(email: string): () => Promise<Details> {
  const client = useQueryClient()
  return async () => {
    const [orders, profile] = await Promise.all([
      client.fetchInfiniteQuery(myOrders(email)),
      client.fetchQuery(myProfile(email)),
    ])
    const last = orders.pages[0]?.rows[0]
    return {
      ownerName: last?.ownerName || profile.name,
      mobileNumber: last?.mobileNumber || profile.mobileNumber,
      address: last?.address || profile.address,
    }
  }
}

/** Fills the known details into a form, puts the focus on what is still empty, and returns whether the shop knows any. */
export function useFillIn(email: string) {
  const knownDetails = useKnownDetails(email)
  return async (form: HTMLFormElement | null | undefined): Promise<boolean> => {
    const inputs = [...(form?.querySelectorAll('input') ?? [])]
    const before = new Map(inputs.map(input => [input, input.value]))
    // A phone opens its keyboard only during the tap, so what nobody but the buyer knows gets the focus at once.
    inputs.find(input => input.name === 'quantity' && isEmpty(input))?.focus({ preventScroll: true })
    const focused = document.activeElement
    const known = Object.entries(await knownDetails()).filter(([, value]) => value)
    const isUntouched = (input: HTMLInputElement) => input.value === before.get(input)
    const isTyping = focused instanceof HTMLInputElement && !isUntouched(focused)
    // Leaves fields that changed while the details loaded, and a form that is being sent.
    for (const input of inputs) {
      const [, value] = known.find(([name]) => name === input.name) ?? []
      if (value && isUntouched(input) && !input.readOnly) fill(input, value)
    }
    if (document.activeElement === focused && !isTyping) inputs.find(isEmpty)?.focus({ preventScroll: true })
    return known.length > 0
  }
}

const isEmpty = (input: HTMLInputElement): boolean => input.value === '' && !input.readOnly

/** Fires an input event to clear the field's error, through the native setter because React ignores its own. */
function fill(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
