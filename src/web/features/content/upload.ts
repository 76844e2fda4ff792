import { useLayoutEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../api/problem-error.ts'
import { toast } from '../../ui/toast.tsx'
import { uploadKinds } from './upload-kinds.ts'

/** An upload ends with its field: a file must not land where another entry is now. */
export function useUpload(kind: keyof typeof uploadKinds, onAdd: (url: string) => void) {
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState('')
  const running = useRef<AbortController>(undefined)
  // An entry may move during the upload, and its path with it.
  const add = useRef(onAdd)
  const { what, refusalOf, send } = uploadKinds[kind]

  useLayoutEffect(() => {
    add.current = onAdd
  })
  useLayoutEffect(
    () => () => {
      if (!running.current) return
      running.current.abort()
      toast(`The upload of ${what} was stopped.`, 'bad')
    },
    [what],
  )

  async function start(file: File): Promise<void> {
    const refusal = refusalOf(file) ?? ''
    setFault(refusal)
    if (refusal) return
    const upload = new AbortController()
    running.current = upload
    setShare(0)
    try {
      const url = await send(file, setShare, upload.signal)
      if (!upload.signal.aborted) add.current(url)
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      running.current = undefined
      setShare(undefined)
    }
  }

  return { share, fault, clear: () => setFault(''), start }
}
