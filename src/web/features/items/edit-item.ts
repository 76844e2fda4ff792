import { useState } from 'react'
import type * as z from 'zod/mini'
import type { editedItem, ManagedItem } from '#contract/managed-items.ts'
import { useChangeItem } from './change-item.ts'
import { usePictureUpload } from './picture-upload.ts'

export type EditedItem = z.output<typeof editedItem>

interface ItemPictures {
  /** The new first picture, if one was picked. */
  file: File | undefined
  further: readonly string[]
}

/**
 * Sends only the fields that the admin changed, with the version that they have seen. Changes by others are either
 * kept, or were on screen before they were overwritten.
 */
export function useEditItem(item: ManagedItem) {
  const { theirs, forgetTheirs, send } = useChangeItem(item._id)
  const { urlOf, share } = usePictureUpload()
  // The item that the form was filled with; a background refetch does not count as seen.
  const [seen, setSeen] = useState(item)
  const [formKey, setFormKey] = useState(0)

  function resetForm(next: ManagedItem): void {
    setSeen(next)
    setFormKey(count => count + 1)
  }

  return {
    seen,
    theirs,
    /** A React key that changes when the fields must show new values. */
    formKey,
    share,
    /** Resolves to false if nothing has changed. */
    async save(fields: EditedItem, { file, further }: ItemPictures): Promise<boolean> {
      const changes = {
        ...changedIn(fields, seen),
        ...(!isSame(further, seen.pictures) && { pictures: [...further] }),
        ...(file && { photoUrl: await urlOf(file) }),
      }
      if (Object.keys(changes).length === 0) return false
      resetForm(await send(changes, seen))
      return true
    },
    /** Leaves the fields as they are. */
    async setHidden(hidden: boolean): Promise<void> {
      const { version } = await send({ hidden }, seen)
      setSeen(before => ({ ...before, version, hidden }))
    },
    takeTheirs(): void {
      if (theirs) resetForm(theirs)
      forgetTheirs()
    },
  }
}

const changedIn = (fields: EditedItem, seen: ManagedItem): Partial<EditedItem> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== seen[name as keyof EditedItem]),
  )

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index])
