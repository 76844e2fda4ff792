import { useId } from 'react'
import { useContentDraft } from './draft-context.ts'
import type { Path } from './path.ts'

interface ChoicesProps {
  path: Path
  label: string
  options: Readonly<Record<string, string>>
  value: unknown
}

export function Choices({ path, label, options, value }: ChoicesProps) {
  const { set } = useContentDraft()
  const id = useId()
  return (
    <fieldset className="choices" aria-labelledby={id}>
      <legend id={id} className="field-label">
        {label}
      </legend>
      {Object.entries(options).map(([option, text]) => (
        <label key={option} className="check-label">
          <input type="radio" name={path} checked={value === option} onChange={() => set(path, option)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
