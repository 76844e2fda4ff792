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

/** What the form has of an item. */
export type ItemWords = z.output<typeof editedItem>

interface ItemPictures {
  /** Another first picture, where one was chosen. */
  file: File | undefined
  further: readonly string[]
}

/**
 * Changes an item. Sent is only what the admin has changed, together with the version that they have seen: what others
 * have written meanwhile is either still there afterwards, or was shown before it was written over.
 */
export function useEditItem(item: ManagedItem) {
  const client = useQueryClient()
  const { urlOf, share } = usePictureUpload()
  // As the form was filled with it. What is read anew meanwhile does not count as seen.
  const [seen, setSeen] = useState(item)
  const [theirs, setTheirs] = useState<ManagedItem>()
  const [fillings, setFillings] = useState(0)

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
      const written = writtenMeanwhile(error)
      if (written) setTheirs(written)
      throw error
    } finally {
      void client.invalidateQueries({ queryKey: itemsKey })
    }
  }

  function fillWith(next: ManagedItem): void {
    setSeen(next)
    setFillings(count => count + 1)
  }

  return {
    seen,
    theirs,
    /** Grows whenever the fields are to show the item anew. */
    fillings,
    share,
    /** False when there is nothing to save. */
    async save(words: ItemWords, { file, further }: ItemPictures): Promise<boolean> {
      const changes = {
        ...changedIn(words, seen),
        ...(!isSame(further, seen.pictures) && { pictures: [...further] }),
        ...(file && { photoUrl: await urlOf(file) }),
      }
      if (Object.keys(changes).length === 0) return false
      fillWith(await send(changes))
      return true
    },
    /** What stands in the fields stays there. */
    async setHidden(hidden: boolean): Promise<void> {
      const { version } = await send({ hidden })
      setSeen(before => ({ ...before, version, hidden }))
    },
    takeTheirs(): void {
      if (theirs) fillWith(theirs)
      setTheirs(undefined)
    },
  }
}

const changedIn = (words: ItemWords, seen: ManagedItem): Partial<ItemWords> =>
  Object.fromEntries(Object.entries(words).filter(([name, value]) => value !== seen[name as keyof ItemWords]))

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index])

const writtenMeanwhile = (error: unknown): ManagedItem | undefined =>
  error instanceof ProblemError && hasCode(error, 'changed_meanwhile')
    ? (error.problem.item as ManagedItem | undefined)
    : undefined
