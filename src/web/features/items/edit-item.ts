import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { editedItem, ItemChange, ManagedItem } from '#contract/managed-items.ts'
import { call } from '../../api/call.ts'
import { hasCode, ProblemError } from '../../api/problem-error.ts'
import { itemsKey } from '../../api/query-keys.ts'
import { managedItem } from './managed-queries.ts'
import { usePictureUpload } from './picture-upload.ts'

type Changes = Omit<ItemChange, 'version'>

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
  const client = useQueryClient()
  const { urlOf, share } = usePictureUpload()
  // The item that the form was filled with; a background refetch does not count as seen.
  const [seen, setSeen] = useState(item)
  const [theirs, setTheirs] = useState<ManagedItem>()
  const [formKey, setFormKey] = useState(0)

  async function send(changes: Changes): Promise<ManagedItem> {
    const { version } = theirs ?? seen
    try {
      const saved = await call('PATCH /item/{id}', {
        params: { id: item._id },
        body: { ...changes, version },
      })
      setTheirs(undefined)
      client.setQueryData(managedItem(item._id).queryKey, saved)
      return saved
    } catch (error) {
      const written = conflictIn(error)
      if (written) setTheirs(written)
      throw error
    } finally {
      void client.invalidateQueries({ queryKey: itemsKey })
    }
  }

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
      resetForm(await send(changes))
      return true
    },
    /** Leaves the fields as they are. */
    async setHidden(hidden: boolean): Promise<void> {
      const { version } = await send({ hidden })
      setSeen(before => ({ ...before, version, hidden }))
    },
    takeTheirs(): void {
      if (theirs) resetForm(theirs)
      setTheirs(undefined)
    },
  }
}

const changedIn = (fields: EditedItem, seen: ManagedItem): Partial<EditedItem> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== seen[name as keyof EditedItem]),
  )

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index])

const conflictIn = (error: unknown): ManagedItem | undefined =>
  error instanceof ProblemError && hasCode(error, 'changed_meanwhile')
    ? (error.problem.item as ManagedItem | undefined)
    : undefined
