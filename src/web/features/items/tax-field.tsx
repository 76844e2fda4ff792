import { namesOf, rateOn } from '#domain/tax.ts'
import { useContent } from '../../api/content.ts'
import { SelectField } from '../../ui/field.tsx'
import { formatPercent } from '../../ui/percent.ts'
import { useToday } from '../../ui/use-today.ts'

/** The name of an item's tax rate. An item without one, or whose rate is gone, shows the first. */
export function TaxField({ tax }: { tax: string }) {
  const { taxRates } = useContent()
  const today = useToday()
  const [usual, ...others] = namesOf(taxRates)
  // A shop without rates keeps what the item has.
  if (usual === undefined) return <input type="hidden" name="tax" value={tax} />
  const named = (name: string, ...notes: string[]): string => {
    const rate = rateOn(taxRates, name, today)
    const inside = [...(rate ? [formatPercent(rate.percent)] : []), ...notes]
    return inside.length > 0 ? `${name} (${inside.join(', ')})` : name
  }
  return (
    <SelectField name="tax" label="Tax" hint="The price contains it." defaultValue={tax}>
      {/* Whoever changes something else does not change what the item has. */}
      <option value={others.includes(tax) ? '' : tax}>{named(usual, 'usual')}</option>
      {others.map(name => (
        <option key={name} value={name}>
          {named(name)}
        </option>
      ))}
    </SelectField>
  )
}

/** The same as text; undefined in a shop without rates. */
export function useTaxNames(): (tax: string) => string | undefined {
  const [usual, ...others] = namesOf(useContent().taxRates)
  return tax => (others.includes(tax) ? tax : usual)
}
