import { useRef, useState } from 'react'
import { pictures } from '#contract/pictures.ts'
import { type Explanation, explain, sentenceOf } from '../../api/problem-error.ts'
import { upload } from '../../api/upload.ts'

/** The form shows this error under the picture's field. */
class PictureError extends Error {}

/** Uploads an item's picture, at most once per file. */
export function usePictureUpload() {
  const [share, setShare] = useState<number>()
  const uploaded = useRef<{ file: File; url: string }>(undefined)

  async function urlOf(file: File): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.url
    setShare(0)
    try {
      const { data } = await upload(pictures.upload, file, setShare)
      uploaded.current = { file, url: data.display_url }
      return data.display_url
    } catch (error) {
      throw new PictureError(sentenceOf(error))
    } finally {
      setShare(undefined)
    }
  }

  return {
    urlOf,
    share,
    forget() {
      uploaded.current = undefined
    },
  }
}

export function explainItem(error: unknown): Explanation {
  if (error instanceof PictureError) return { sentence: error.message, fields: { image: error.message } }
  const { sentence, fields } = explain(error)
  const { photoUrl, ...others } = fields
  return { sentence, fields: photoUrl ? { ...others, image: photoUrl } : others }
}
