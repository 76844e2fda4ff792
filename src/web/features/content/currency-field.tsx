import { useId } from 'react'
import { currencyCodes, currencyNameOf } from '#domain/currencies.ts'
import { useFormState } from '../../ui/form.tsx'
import { useContentDraft } from './draft-context.ts'
import type { Path } from './path.ts'

interface CurrencyFieldProps {
  path: Path
  label: string
  hint: string | undefined
  value: string
}

const options = () =>
  currencyCodes
    .map(code => ({ code, name: currencyNameOf(code) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))

export function CurrencyField({ path, label, hint, value }: CurrencyFieldProps) {
  const id = useId()
  const { set } = useContentDraft()
  const { errors, busy } = useFormState()
  const error = errors[path]
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        name={path}
        value={value}
        disabled={busy}
        className="input field-input select-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={event => set(path, event.target.value)}
      >
        {options().map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      <p id={`${id}-hint`} className="field-hint">
        {hint}
      </p>
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  )
}
