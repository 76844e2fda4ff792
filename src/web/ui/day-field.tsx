import { useId, useState } from 'react'

/** A whole day; undefined while somebody is still typing it. */
export const dayIn = (text: string | null): string | undefined =>
  /^20\d\d-\d\d-\d\d$/.test(text ?? '') ? (text ?? undefined) : undefined

interface DayFieldProps {
  label: string
  day: string | undefined
  onChange: (day: string | undefined) => void
}

/** What stands there is ahead of `day` while somebody types a year, and led by it when that changes. */
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
