import { useId } from 'react'
import { useFormState } from '../../ui/form.tsx'
import { UploadProgress } from '../items/upload-progress.tsx'
import { emptyAt } from './draft.ts'
import { useContentDraft } from './draft-context.ts'
import type { Path } from './path.ts'
import { useUpload } from './upload.ts'
import { uploadKinds } from './upload-kinds.ts'

interface UploadFieldProps {
  kind: keyof typeof uploadKinds
  path: Path
  label: string
  hint?: string | undefined
  value: string | null
  /** What happens with the address of an uploaded file; by default it becomes the value. */
  onAdd?: (url: string) => void
  /** By default the value becomes empty. */
  onRemove?: () => void
}

/** A file is uploaded when it is chosen, and shown on the pages when the form is saved. */
export function UploadField({ kind, path, label, hint, value, onAdd, onRemove }: UploadFieldProps) {
  const id = useId()
  const { set } = useContentDraft()
  const { errors } = useFormState()
  const { what, limits, accept } = uploadKinds[kind]
  const { share, fault, clear, start } = useUpload(kind, onAdd ?? (url => set(path, url)))

  const error = errors[path] ?? fault
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <div className="picture-field" data-kind={kind}>
        <UploadedFile kind={kind} value={value} />
        <div className="min-w-0">
          <input
            id={id}
            name={path}
            type="file"
            disabled={share !== undefined}
            accept={accept}
            className="file-input-plain"
            data-at-once
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-error ${id}-hint`}
            onChange={({ target }) => {
              const file = target.files?.[0]
              // Lets the same file be picked again.
              target.value = ''
              if (file) void start(file)
            }}
          />
          <p id={`${id}-hint`} className="field-hint">
            {[hint, limits].filter(Boolean).join(' ')}
          </p>
          {value && (
            <button
              type="button"
              className="btn btn-sm btn-quiet mt-2"
              aria-label={`Remove: ${label}`}
              onClick={() => {
                clear()
                if (onRemove) onRemove()
                else set(path, emptyAt(path))
              }}
            >
              Remove
            </button>
          )}
          <UploadProgress share={share} what={what} />
        </div>
      </div>
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  )
}

/** What is there now. */
function UploadedFile({ kind, value }: Pick<UploadFieldProps, 'kind' | 'value'>) {
  if (kind === 'captions')
    return value ? (
      <a href={value} target="_blank" rel="noreferrer" className="link-quiet">
        Read the captions
      </a>
    ) : null
  if (!value) return <div className="picture-preview" aria-hidden="true" />
  if (kind === 'picture') return <img src={value} alt="The current one" className="picture-preview whole" />
  return (
    <video
      src={value}
      className="picture-preview whole"
      aria-label="The current one"
      controls
      preload="metadata"
      muted
    />
  )
}
