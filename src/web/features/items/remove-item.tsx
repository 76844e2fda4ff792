import type { Item } from '#contract/items.ts'
import { RemoveDialog } from '../../ui/remove-dialog.tsx'
import { useRemoveItem } from './queries.ts'

interface RemoveItemProps {
  /** The dialog is closed without an item. */
  item: Item | undefined
  onClose: () => void
}

export function RemoveItem({ item, onClose }: RemoveItemProps) {
  const { mutateAsync: remove } = useRemoveItem()
  return (
    <RemoveDialog
      what={item?.name}
      onRemove={async () => item && remove(item._id)}
      done={`${item?.name} was removed`}
      onClose={onClose}
    />
  )
}
