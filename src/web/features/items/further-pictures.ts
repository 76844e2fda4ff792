import { useState } from 'react'
import { pictureRefusal } from './picture-rules.ts'
import { explainItem, usePictureUpload } from './picture-upload.ts'

/** The name of the file input that adds a picture. */
export const furtherField = 'furtherPicture'

/** The pictures of an item after the first. Each is uploaded at once, and saved with the form. */
export function useFurtherPictures(before: readonly string[]) {
  const [pictures, setPictures] = useState<readonly string[]>(before)
  const [fault, setFault] = useState('')
  const { urlOf, share } = usePictureUpload()

  async function add(file: File): Promise<void> {
    const refusal = pictureRefusal(file) ?? ''
    setFault(refusal)
    if (refusal) return
    try {
      const url = await urlOf(file)
      // The same picture has the same URL.
      setPictures(others => (others.includes(url) ? others : [...others, url]))
    } catch (error) {
      setFault(explainItem(error).sentence)
    }
  }

  return {
    pictures,
    setPictures,
    add,
    /** The progress of the current upload. */
    share,
    /** Why the last picture was refused. */
    fault,
    /** Errors that keep the form from being sent. */
    faults: share === undefined ? {} : { [furtherField]: 'Wait until the picture is uploaded.' },
    remove: (picture: string) => setPictures(pictures.filter(one => one !== picture)),
    /** Swaps a picture with the previous one. */
    moveUp(index: number): void {
      const [moved, passed] = [pictures[index], pictures[index - 1]]
      if (moved !== undefined && passed !== undefined)
        setPictures(pictures.toSpliced(index - 1, 2, moved, passed))
    },
  }
}

export type FurtherPictures = ReturnType<typeof useFurtherPictures>
