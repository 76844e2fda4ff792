import { useQuery } from '@tanstack/react-query'
import type { ManagedItem } from '#contract/managed-items.ts'
import { inThousands } from '#domain/thousands.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { QueryError } from '../../ui/states.tsx'
import { EditItemForm } from './edit-item-form.tsx'
import { managedItem, useBringBack } from './managed-queries.ts'
import { StockForm } from './stock-form.tsx'
import { StockLedger } from './stock-ledger.tsx'

interface ItemPanelProps {
  /** The panel is closed without an id. */
  id: string | undefined
  onClose: () => void
}

export const ItemPanel = ({ id, onClose }: ItemPanelProps) => (
  <Dialog open={id !== undefined} title="Edit item" side onClose={onClose}>
    {id !== undefined && <PanelContent key={id} id={id} />}
  </Dialog>
)

function PanelContent({ id }: { id: string }) {
  const item = useQuery(managedItem(id))
  if (item.isPending) return <Loading />
  if (!item.data) return <QueryError query={item} />
  return (
    <div className="mt-6 grid gap-10">
      {item.data.removed ? <Removed item={item.data} /> : <EditItemForm item={item.data} />}
      <section aria-labelledby="stock" className="grid gap-5">
        <h3 id="stock" className="font-display text-xl">
          Stock
        </h3>
        <StockFacts item={item.data} />
        <StockForm item={item.data} />
        <StockLedger id={id} />
      </section>
    </div>
  )
}

function Removed({ item }: { item: ManagedItem }) {
  const { mutateAsync: bringBack } = useBringBack(item._id)
  return (
    <div className="panel flex flex-wrap items-center justify-between gap-4">
      <p>This item was removed.</p>
      <ActionButton
        className="btn-sm btn-primary"
        onPress={() => bringBack()}
        done={`${item.name} is restored`}
      >
        Restore
      </ActionButton>
    </div>
  )
}

const StockFacts = ({ item: { availableQuantity, held, sold, onShelf } }: { item: ManagedItem }) => (
  <dl className="facts">
    {(
      [
        ['Available:', availableQuantity],
        ['Held:', held],
        ['Sold:', sold],
        ['In stock:', onShelf],
      ] as const
    ).map(([name, count]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd className="tabular-nums">{inThousands(count)}</dd>
      </div>
    ))}
  </dl>
)
