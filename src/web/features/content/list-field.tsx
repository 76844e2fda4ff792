import { type ReactNode, useId, useState } from 'react'
import { useFormState } from '../../ui/form.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { useContentDraft } from './draft-context.ts'
import { type Arrange, movedUp, useEntryKeys, without } from './entry-keys.ts'
import type { AnyField } from './field-types.ts'
import type { Path } from './path.ts'

type Entries = readonly Record<string, unknown>[]

interface ListFieldProps {
  path: Path
  field: Extract<AnyField, { kind: 'list' }>
  entries: Entries
  /** The fields of the entry at a path. */
  children: (at: Path) => ReactNode
}

/** Entries that can be added, removed and moved. Each is folded; a new one is open. */
export function ListField({ path, field, entries, children }: ListFieldProps) {
  const { set } = useContentDraft()
  const { errors } = useFormState()
  const { label, hint, one, max, initial } = field
  const { keys, arrange } = useEntryKeys(entries.length)
  const id = useId()
  function rearrange(change: Arrange): void {
    arrange(change)
    set(path, change(entries))
  }
  return (
    <KeepFocus role="group" aria-label={label} className="content-list">
      <p className="field-label">{label}</p>
      {hint && <p className="field-hint">{hint}</p>}
      <ol>
        {entries.map((entry, index) => (
          <li key={keys[index]}>
            <Entry
              field={field}
              title={String(entry[field.title])}
              note={field.note?.(entry)}
              index={index}
              onArrange={rearrange}
            >
              {children(`${path}.${index}`)}
            </Entry>
          </li>
        ))}
      </ol>
      <button
        type="button"
        // An error about the whole list moves the focus here.
        name={path}
        aria-describedby={id}
        className="btn btn-sm btn-quiet"
        disabled={entries.length >= max}
        onClick={() => set(path, [...entries, initial])}
      >
        Add a {one}
      </button>
      <p id={id} className="field-error" aria-live="polite">
        {errors[path]}
      </p>
    </KeepFocus>
  )
}

interface EntryProps {
  field: ListFieldProps['field']
  title: string
  note: string | undefined
  index: number
  onArrange: (change: Arrange) => void
  children: ReactNode
}

function Entry({ field, title, note, index, onArrange, children }: EntryProps) {
  const [isNew] = useState(title === '')
  const named = `${field.one} ${index + 1}`
  return (
    <details open={isNew}>
      <summary>
        <span className="wrap-anywhere">{title || `New ${field.one}`}</span>
        {note && <span className="font-normal text-soft"> {note}</span>}
      </summary>
      <div className="grid gap-3">
        {children}
        <p className="flex flex-wrap gap-3">
          {index > 0 && (
            <button
              type="button"
              className="btn btn-sm btn-quiet"
              aria-label={`Move up ${named}`}
              onClick={() => onArrange(movedUp(index))}
            >
              Move up
            </button>
          )}
          <button
            type="button"
            className="btn btn-sm btn-quiet"
            aria-label={`Remove ${named}`}
            onClick={() => onArrange(without(index))}
          >
            Remove
          </button>
        </p>
      </div>
    </details>
  )
}
