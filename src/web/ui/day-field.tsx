import { useId, useState } from 'react'

/** A complete date; undefined while it is being typed. */
export const dayIn = (text: string | null): string | undefined =>
  text !== null && /^20\d\d-\d\d-\d\d$/.test(text) && isDay(text) ? text : undefined

/** Dates roll over, so that February 30 is March 2. */
const isDay = (text: string): boolean => {
  const date = new Date(text)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

interface DayFieldProps {
  label: string
  day: string | undefined
  onChange: (day: string | undefined) => void
}

/** Keeps incomplete input while a year is being typed, and resets it when `day` changes. */
export function DayField({ label, day, onChange }: DayFieldProps) {
  const id = useId()
  const [typed, setTyped] = useState({ for: day, text: day ?? '' })
  if (typed.for !== day) setTyped({ for: day, text: day ?? '' })

  function type(text: string) {
    setTyped({ for: day, text })
    if (text === '' || dayIn(text)) onChange(dayIn(text))
  }

  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        className="input field-input"
        value={typed.text}
        onChange={event => type(event.target.value)}
      />
    </div>
  )
}
