import { type ListedItem, levelForm } from '#contract/managed-items.ts'
import { type Explanation, explain } from '../../api/problem-error.ts'
import { rulesOf } from '../../ui/shape-rules.ts'
import { toast } from '../../ui/toast.tsx'
import { FigureInRow } from './figure-in-row.tsx'
import { leftToSell } from './left-to-sell.ts'
import { useChangeStock } from './managed-queries.ts'

const rules = rulesOf(levelForm)

const reason = 'Changed in the list'

function explainLevel(error: unknown): Explanation {
  const { sentence, fields } = explain(error)
  return { sentence, fields: fields.change ? { availableQuantity: fields.change } : {} }
}

/** Sends the difference to what the admin saw, so that units sold meanwhile stay sold. */
export function StockInRow({ item }: { item: ListedItem }) {
  const { mutateAsync: change } = useChangeStock(item._id)
  return (
    <FigureInRow
      item={item}
      name="availableQuantity"
      label="Stock"
      rules={rules}
      explain={explainLevel}
      onSave={async (wanted, { availableQuantity }) => {
        const saved = await change({ change: wanted - availableQuantity, reason })
        toast(leftToSell(saved))
      }}
    />
  )
}
