import { type ClipboardEvent, type RefObject, useState } from 'react'
import { type Order, parcelForm, type Sending } from '#contract/orders.ts'
import { Field } from '../../ui/field.tsx'
import type { Errors, FormRules, Values } from '../../ui/form.tsx'
import { useMedia } from '../../ui/media.ts'
import { rulesOf } from '../../ui/shape-rules.ts'

const parcel = rulesOf(parcelForm)

/** The tracking number of an order is in the field that is named by its id. */
export const parcelRules = (orders: readonly Order[]): FormRules<Sending['orders']> => ({
  limitsOf: name => parcel.limitsOf(name === 'carrier' ? name : 'tracking'),
  read({ carrier = '', ...numbers }) {
    const read = orders.map(({ _id }) => ({
      id: _id,
      ...parcel.read({ carrier, tracking: numbers[_id] ?? '' }),
    }))
    const errors: Errors = Object.assign({}, ...read.map(({ id, errors }) => errorsOf(id, errors)))
    if (Object.keys(errors).length > 0) return { errors }
    return { sent: read.flatMap(one => ('sent' in one ? [{ id: one.id, ...one.sent }] : [])) }
  },
})

const errorsOf = (id: string, { carrier, tracking }: Errors = {}): Errors => ({
  ...(carrier && { carrier }),
  ...(tracking && { [id]: tracking }),
})

interface ParcelFieldsProps {
  chosen: readonly Order[]
  typed: RefObject<Values>
  remember: (values: Values) => void
}

/** The carrier of all parcels, and the number of each. Small screens open them by a button. */
export function ParcelFields({ chosen, typed, remember }: ParcelFieldsProps) {
  const hasRoom = useMedia('(min-width: 48rem)')
  const [isOpen, setOpen] = useState(false)
  if (!hasRoom && !isOpen)
    return (
      <button type="button" className="details-button" onClick={() => setOpen(true)}>
        Add carrier and tracking
      </button>
    )
  return (
    <fieldset className="parcel-fields" onPaste={event => fillDown(event, chosen, remember)}>
      <legend className="sr-only">Carrier and tracking</legend>
      <Field
        name="carrier"
        label="Carrier"
        required={false}
        autoComplete="off"
        defaultValue={typed.current.carrier}
      />
      {chosen.map(({ _id, number }) => (
        <Field
          key={_id}
          name={_id}
          label={`Tracking of ${number}`}
          required={false}
          autoComplete="off"
          defaultValue={typed.current[_id]}
        />
      ))}
    </fieldset>
  )
}

/** Splits a pasted column or row of numbers, and fills the fields from this one downwards. */
function fillDown(
  event: ClipboardEvent<HTMLFieldSetElement>,
  chosen: readonly Order[],
  remember: (values: Values) => void,
): void {
  const first = event.target
  const fields = [...event.currentTarget.querySelectorAll('input')]
  const numbers = numbersIn(event.clipboardData.getData('text'))
  if (numbers.length < 2 || !(first instanceof HTMLInputElement)) return
  event.preventDefault()
  const at = Math.max(
    chosen.findIndex(({ _id }) => _id === first.name),
    0,
  )
  const filled = chosen.slice(at).flatMap(({ _id }, index) => {
    const number = numbers[index]
    const field = fields.find(({ name }) => name === _id)
    if (number === undefined || !field) return []
    field.value = number
    return [[_id, number] as const]
  })
  remember(Object.fromEntries(filled))
}

/** A line without a number leaves its order without one; the end of the last line is no further number. */
const numbersIn = (text: string): string[] =>
  text
    .replace(/[\r\n\t]+$/, '')
    .split(/\r\n|[\r\n\t]/)
    .map(number => number.trim())
