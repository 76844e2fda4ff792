import { useQueryClient } from '@tanstack/react-query'
import type { ItemDetails } from '#contract/item-details.ts'
import type { NewItem } from '#contract/items.ts'
import { call } from '../../api/call.ts'
import { itemsKey } from '../../api/query-keys.ts'
import { usePictureUpload } from './picture-upload.ts'

type ItemFields = Omit<NewItem, 'photoUrl' | keyof ItemDetails> & ItemDetails

export function useAddItem() {
  const client = useQueryClient()
  const { urlOf, share, forget } = usePictureUpload()

  async function add(fields: ItemFields, picture: File): Promise<void> {
    const photoUrl = await urlOf(picture)
    await call('POST /addItem', { body: { ...withoutEmpty(fields), photoUrl } })
    forget()
    void client.invalidateQueries({ queryKey: itemsKey })
  }

  return { add, share }
}

/** Optional details are sent only if they are filled in. */
const withoutEmpty = ({
  pictures,
  materials,
  size,
  care,
  family,
  tax,
  ...fields
}: ItemFields): Omit<NewItem, 'photoUrl'> => ({
  ...fields,
  ...(pictures.length > 0 && { pictures }),
  ...(materials && { materials }),
  ...(size && { size }),
  ...(care && { care }),
  ...(family && { family }),
  ...(tax && { tax }),
})
