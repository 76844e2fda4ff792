import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { NewItem } from '#contract/items.ts'
import { pictures } from '#contract/pictures.ts'
import { call } from '../../api/call.ts'
import { type Explanation, explain, sentenceOf } from '../../api/problem-error.ts'
import { itemsKey } from '../../api/query-keys.ts'
import { upload } from '../../api/upload.ts'

/** The picture was not taken, whatever the reason: it is said under its field. */
class PictureError extends Error {}

type ItemWords = Omit<NewItem, 'photoUrl'>

/** Uploads the picture, then puts the item on sale. A picture that has arrived is not sent a second time. */
export function useAddItem() {
  const client = useQueryClient()
  const [share, setShare] = useState<number>()
  const kept = useRef<{ file: File; url: string }>(undefined)

  async function urlOf(file: File): Promise<string> {
    if (kept.current?.file === file) return kept.current.url
    setShare(0)
    try {
      const { data } = await upload(pictures.upload, file, setShare)
      kept.current = { file, url: data.display_url }
      return data.display_url
    } catch (error) {
      throw new PictureError(sentenceOf(error))
    } finally {
      setShare(undefined)
    }
  }

  async function add(words: ItemWords, picture: File): Promise<void> {
    const photoUrl = await urlOf(picture)
    await call('POST /addItem', { body: { ...words, photoUrl } })
    kept.current = undefined
    void client.invalidateQueries({ queryKey: itemsKey })
  }

  return { add, share }
}

export function explainItem(error: unknown): Explanation {
  if (error instanceof PictureError) return { sentence: error.message, fields: { image: error.message } }
  const { sentence, fields } = explain(error)
  const { photoUrl, ...others } = fields
  return { sentence, fields: photoUrl ? { ...others, image: photoUrl } : others }
}
