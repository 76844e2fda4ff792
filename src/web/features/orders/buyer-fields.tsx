import { type KeyboardEvent, useRef, useState } from 'react'
import type { Me } from '#contract/identity.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Field } from '../../ui/field.tsx'

interface BuyerFieldsProps {
  user: Me
  /** Fills in what the shop knows, and returns whether that is anything. */
  fillIn: (form: HTMLFormElement | null | undefined) => Promise<boolean>
}

/** Buyer and delivery address: empty at first, as the spec asks, and filled in with one tap. */
export function BuyerFields({ user, fillIn }: BuyerFieldsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [outcome, setOutcome] = useState('')
  const useDetails = async () =>
    setOutcome(
      (await fillIn(box.current?.closest('form')))
        ? 'Filled in from your last order or profile.'
        : nothingKnown,
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields inside are what is typed into
    <div ref={box} className="grid gap-4" onKeyDown={goOnWithEnter}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <ActionButton className="btn-sm btn-quiet" onPress={useDetails}>
          Use my details
        </ActionButton>
        <p role="status" className="text-sm text-soft">
          {outcome}
        </p>
      </div>
      <Field name="ownerName" label="Full name" autoComplete="name" enterKeyHint="next" />
      <Field name="email" label="Email" type="email" value={user.email} readOnly />
      <Field name="mobileNumber" label="Mobile number" type="tel" autoComplete="tel" enterKeyHint="next" />
      <Field name="address" label="Address" autoComplete="street-address" />
    </div>
  )
}

const nothingKnown = 'We don’t have your details yet. They will be here after your first order.'

/** On a phone Enter is the key to the next field; it sends the form when none is empty. */
function goOnWithEnter(event: KeyboardEvent<HTMLDivElement>): void {
  const { target, key, nativeEvent } = event
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  const inputs = [...(target.form?.elements ?? [])].filter(field => field instanceof HTMLInputElement)
  const next = inputs.slice(inputs.indexOf(target) + 1).find(({ value }) => value === '')
  if (!next) return
  event.preventDefault()
  next.focus()
}
