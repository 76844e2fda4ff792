import { useRef } from 'react'
import type { Me } from '#contract/identity.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useKnownDetails } from './known-details.ts'

/** Buyer and delivery address: empty at first, as the spec asks, and filled in with one tap. */
export function BuyerFields({ user }: { user: Me }) {
  const box = useRef<HTMLDivElement>(null)
  const knownDetails = useKnownDetails(user.email)

  const inputs = () => [...(box.current?.querySelectorAll('input') ?? [])]

  async function fillIn() {
    const before = new Map(inputs().map(input => [input, input.value]))
    const known = Object.entries(await knownDetails()).filter(([, value]) => value)
    if (!box.current) return
    // Leaves fields that changed while the details loaded, and a form that is being sent.
    for (const input of inputs()) {
      const [, value] = known.find(([name]) => name === input.name) ?? []
      if (value && input.value === before.get(input) && !input.readOnly) fill(input, value)
    }
    if (known.length > 0) toast('Filled in what the shop knows')
    else toast('The shop knows nothing of you yet. After your first order it will.', 'bad')
  }

  return (
    <div ref={box} className="grid gap-4">
      <div>
        <ActionButton className="btn-sm btn-quiet" onPress={fillIn}>
          Use my details
        </ActionButton>
      </div>
      <Field name="ownerName" label="Full name" autoComplete="name" />
      <Field name="email" label="Email" type="email" value={user.email} readOnly />
      <Field name="mobileNumber" label="Mobile number" type="tel" autoComplete="tel" />
      <Field name="address" label="Address" autoComplete="street-address" />
    </div>
  )
}

/** Fires an input event to clear the field's error, through the native setter because React ignores its own. */
function fill(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
