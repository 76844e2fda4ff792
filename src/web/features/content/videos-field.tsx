import { useContentDraft } from './draft-context.ts'
import { useEntryKeys, without } from './entry-keys.ts'
import type { Path } from './path.ts'
import { UploadField } from './upload-field.tsx'

interface VideosFieldProps {
  path: Path
  label: string
  hint?: string | undefined
  videos: readonly string[]
}

const second = {
  label: 'The same video in the other format',
  hint: 'Optional. For browsers that cannot play the first.',
}

/** One video, and the same in a second format for browsers that cannot play the first. */
export function VideosField({ path, label, hint, videos }: VideosFieldProps) {
  const { set } = useContentDraft()
  const slots = [...videos, null].slice(0, 2)
  const { keys, arrange } = useEntryKeys(slots.length)
  const isEmpty = videos.length === 0
  function remove(index: number): void {
    arrange(without(index))
    set(path, without(index)(videos))
  }
  return slots.map((video, index) => (
    <UploadField
      key={keys[index]}
      kind="video"
      // An error about the list shows at its first field.
      path={isEmpty ? path : `${path}.${index}`}
      {...(index === 0 ? { label, hint } : second)}
      value={video}
      {...(isEmpty && { onAdd: (url: string) => set(path, [url]) })}
      onRemove={() => remove(index)}
    />
  ))
}
