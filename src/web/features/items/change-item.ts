import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ItemChange, ManagedItem } from '#contract/managed-items.ts'
import { call } from '../../api/call.ts'
import { hasCode, ProblemError } from '../../api/problem-error.ts'
import { itemsKey } from '../../api/query-keys.ts'
import { managedItem, showSaved } from './managed-queries.ts'

export type Changes = Omit<ItemChange, 'version'>

/** Sends changes of an item with the version that the admin has seen, and keeps what somebody else wrote meanwhile. */
export function useChangeItem(id: string) {
  const client = useQueryClient()
  const [theirs, setTheirs] = useState<ManagedItem>()

  async function send(changes: Changes, seen: { version: number }): Promise<ManagedItem> {
    const { version } = theirs ?? seen
    try {
      const saved = await call('PATCH /item/{id}', { params: { id }, body: { ...changes, version } })
      setTheirs(undefined)
      client.setQueryData(managedItem(id).queryKey, saved)
      showSaved(client, saved)
      return saved
    } catch (error) {
      const written = conflictIn(error)
      if (written) setTheirs(written)
      throw error
    } finally {
      void client.invalidateQueries({ queryKey: itemsKey })
    }
  }

  return { theirs, forgetTheirs: () => setTheirs(undefined), send }
}

const conflictIn = (error: unknown): ManagedItem | undefined =>
  error instanceof ProblemError && hasCode(error, 'changed_meanwhile')
    ? (error.problem.item as ManagedItem | undefined)
    : undefined
