import { ActionButton } from './action-button.tsx'
import { Dialog } from './dialog.tsx'

interface RemoveDialogProps {
  /** The name of what would be removed; the dialog is closed without one. */
  what: string | undefined
  onRemove: () => Promise<unknown>
  done: string
  onClose: () => void
}

/** The spec has the same question for items and orders. */
export function RemoveDialog({ what, onRemove, done, onClose }: RemoveDialogProps) {
  return (
    <Dialog open={what !== undefined} title="You really want to delete this product?" onClose={onClose}>
      <p className="mt-3 text-soft">{what}</p>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={onClose}>
          Cancel
        </button>
        <ActionButton
          key={what}
          className="btn-danger"
          onPress={() => onRemove().finally(onClose)}
          done={done}
        >
          Remove Item
        </ActionButton>
      </div>
    </Dialog>
  )
}
