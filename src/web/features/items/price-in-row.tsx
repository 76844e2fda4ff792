import { type ListedItem, priceForm } from '#contract/managed-items.ts'
import { shopCurrency } from '#domain/currency.ts'
import { formatAmount } from '#domain/money.ts'
import { priceInput } from '../../ui/amount-field.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { toast } from '../../ui/toast.tsx'
import { useChangeItem } from './change-item.ts'
import { EditConflict, explainChange } from './edit-conflict.tsx'
import { FigureInRow } from './figure-in-row.tsx'

const rules = rulesOf(priceForm)

export function PriceInRow({ item }: { item: ListedItem }) {
  const { theirs, forgetTheirs, send } = useChangeItem(item._id)
  return (
    <FigureInRow
      item={item}
      name="price"
      label={`Price in ${shopCurrency().symbol.trim()}`}
      input={priceInput()}
      rules={rules}
      explain={explainChange}
      onSave={async (price, seen) => {
        await send({ price }, seen)
        toast(`${item.name} costs ${formatAmount(price)} now`)
      }}
      conflict={(seen, stop) =>
        theirs && (
          <EditConflict
            // The list does not show the other fields.
            seen={{ ...theirs, ...seen }}
            theirs={theirs}
            onTake={() => {
              forgetTheirs()
              stop()
            }}
          />
        )
      }
    />
  )
}
