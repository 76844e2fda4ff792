import { currencyCodes, currencyNameOf } from '#domain/currencies.ts'
import { SelectField } from '../../ui/field.tsx'
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
  const { set } = useContentDraft()
  return (
    <SelectField
      name={path}
      label={label}
      {...(hint !== undefined && { hint })}
      value={value}
      onChange={event => set(path, event.target.value)}
    >
      {options().map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
