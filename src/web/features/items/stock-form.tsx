import type { ManagedItem, StockChange } from '#contract/managed-items.ts'
import { stockChange, stockForm } from '#contract/managed-items.ts'
import { type Explanation, explain } from '../../api/problem-error.ts'
import { Field, SelectField } from '../../ui/field.tsx'
import { Form, type FormRules } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { leftToSell } from './left-to-sell.ts'
import { useChangeStock } from './managed-queries.ts'

interface Kind {
  name: string
  changeOf(quantity: number): Omit<StockChange, 'reason'>
}

const kinds: Readonly<Record<string, Kind>> = {
  add: { name: 'Add', changeOf: quantity => ({ change: quantity }) },
  takeOut: { name: 'Take out', changeOf: quantity => ({ change: -quantity }) },
  counted: { name: 'I counted', changeOf: quantity => ({ counted: quantity }) },
}

const shapeRules = rulesOf(stockForm)

/** The selected kind decides what the number means. The API also refuses to add or take out zero. */
const rules: FormRules<StockChange> = {
  limitsOf: shapeRules.limitsOf,
  read(values) {
    const read = shapeRules.read(values)
    if (read.errors) return read
    const { quantity, reason } = read.sent
    const { data, error } = stockChange.safeParse({ ...kinds[values.kind ?? '']?.changeOf(quantity), reason })
    return error ? { errors: { quantity: error.issues[0]?.message ?? '' } } : { sent: data }
  },
}

/** The API calls this form's number `change` or `counted`. */
function explainStock(error: unknown): Explanation {
  const { sentence, fields } = explain(error)
  const { change, counted, ...others } = fields
  const quantity = change ?? counted
  return { sentence, fields: quantity ? { ...others, quantity } : others }
}

export function StockForm({ item }: { item: ManagedItem }) {
  const { mutateAsync: change } = useChangeStock(item._id)
  return (
    <Form
      rules={rules}
      onSend={async wanted => {
        toast(leftToSell(await change(wanted)))
      }}
      explain={explainStock}
      resets
      className="grid gap-4"
    >
      <div className="number-row">
        <KindField />
        <Field name="quantity" label="Quantity" type="number" inputMode="numeric" />
      </div>
      <Field name="reason" label="Reason" hint="Delivery, breakage, stock count …" />
      <div>
        <Submit quiet>Change the stock</Submit>
      </div>
    </Form>
  )
}

const KindField = () => (
  <SelectField name="kind" label="What happened">
    {Object.entries(kinds).map(([kind, { name }]) => (
      <option key={kind} value={kind}>
        {name}
      </option>
    ))}
  </SelectField>
)
