import { useState } from 'react'
import { pictureRefusal } from './picture-rules.ts'
import { explainItem, usePictureUpload } from './picture-upload.ts'

/** The name of the field with which one more is chosen. */
export const furtherField = 'furtherPicture'

/** The pictures of an item besides its first one. Each is uploaded when it is chosen, and counts once the form is sent. */
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
      // The same picture has the same address.
      setPictures(others => (others.includes(url) ? others : [...others, url]))
    } catch (error) {
      setFault(explainItem(error).sentence)
    }
  }

  return {
    pictures,
    setPictures,
    add,
    /** How much of the one under way has been sent. */
    share,
    /** Why the last one was not taken. */
    fault,
    /** What stands against sending the form. */
    faults: share === undefined ? {} : { [furtherField]: 'Please wait until the picture is uploaded.' },
    remove: (picture: string) => setPictures(pictures.filter(one => one !== picture)),
    /** Puts one before the one that it stood behind. */
    moveUp(index: number): void {
      const [moved, passed] = [pictures[index], pictures[index - 1]]
      if (moved !== undefined && passed !== undefined)
        setPictures(pictures.toSpliced(index - 1, 2, moved, passed))
    },
  }
}

export type FurtherPictures = ReturnType<typeof useFurtherPictures>
