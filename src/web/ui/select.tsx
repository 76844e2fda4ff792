import { useId } from 'react'

interface SelectProps<V extends string> {
  label: string
  name: string
  value: V
  options: readonly { value: V; text: string }[]
  onChange: (value: V) => void
}

/** A filter above a list; forms use field.tsx. */
export function Select<V extends string>({ label, name, value, options, onChange }: SelectProps<V>) {
  const id = useId()
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        className="input field-input select-input"
        value={value}
        onChange={event => onChange(options.find(one => one.value === event.target.value)?.value ?? value)}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  )
}
