import { useQueryClient } from '@tanstack/react-query'
import type { NewItem } from '#contract/items.ts'
import { call } from '../../api/call.ts'
import { itemsKey } from '../../api/query-keys.ts'
import { usePictureUpload } from './picture-upload.ts'

type ItemWords = Omit<NewItem, 'photoUrl'>

/** Uploads the picture, then puts the item on sale. */
export function useAddItem() {
  const client = useQueryClient()
  const { urlOf, share, forget } = usePictureUpload()

  async function add(words: ItemWords, picture: File): Promise<void> {
    const photoUrl = await urlOf(picture)
    await call('POST /addItem', { body: { ...words, photoUrl } })
    forget()
    void client.invalidateQueries({ queryKey: itemsKey })
  }

  return { add, share }
}
