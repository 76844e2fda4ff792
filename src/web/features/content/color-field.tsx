import { useId } from 'react'
import { hexPattern } from '#domain/color.ts'
import { paletteOf } from '#domain/palette.ts'
import { Field } from '../../ui/field.tsx'
import { useContentDraft } from './draft-context.ts'
import type { Path } from './path.ts'

/** A color as a code, with the browser's color picker beside it. */
export function ColorField({ path, label, value }: { path: Path; label: string; value: string }) {
  const { set } = useContentDraft()
  const id = useId()
  const isColor = hexPattern.test(value)
  const isShifted = isColor && paletteOf(value).isShifted
  return (
    <div>
      <Field
        name={path}
        label={label}
        required={false}
        value={value}
        spellCheck={false}
        onChange={event => set(path, event.target.value.trim().toLowerCase())}
        frame={input => (
          <div className="color-row">
            <input
              type="color"
              aria-label={`Pick the ${label.toLowerCase()}`}
              value={isColor ? value : '#000000'}
              onChange={event => set(path, event.target.value)}
            />
            {input}
          </div>
        )}
      />
      <p id={id} className="field-hint" role="status">
        {isShifted &&
          'Text in this color would be hard to read, so your shop uses a shade that is easier to read.'}
      </p>
    </div>
  )
}
