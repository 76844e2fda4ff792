import { useState } from 'react'
import { typedNumber } from '#domain/typed-number.ts'
import { Field } from '../../ui/field.tsx'

interface NumberFieldProps {
  name: string
  label: string
  hint?: string
  required: boolean
  /** NaN while there is no number, which the contract refuses; null while an optional one is empty. */
  value: number | null
  isOptional: boolean
  isWhole: true | undefined
  onRead: (number: number | null) => void
}

/** A number as its owner writes it, with a comma or a point. */
export function NumberField({ value, isOptional, isWhole, onRead, ...field }: NumberFieldProps) {
  const [typed, setTyped] = useState('')
  const numberIn = (text: string) => (isOptional && text.trim() === '' ? null : typedNumber(text))
  // Other content may have taken the place of what was typed.
  const text = Object.is(numberIn(typed), value) ? typed : written(value)
  return (
    <Field
      {...field}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={text}
      onChange={event => {
        setTyped(event.target.value)
        onRead(numberIn(event.target.value))
      }}
    />
  )
}

const written = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value))
