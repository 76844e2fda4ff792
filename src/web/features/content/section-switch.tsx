import { useFormState } from '../../ui/form.tsx'
import type { Path } from './path.ts'

interface SectionSwitchProps {
  path: Path
  label: string
  isOn: boolean
  onTurn: (isOn: boolean) => void
  className?: string
}

/** Shows a section or leaves it out; a demo refuses the latter. */
export function SectionSwitch({ path, label, isOn, onTurn, className = '' }: SectionSwitchProps) {
  const error = useFormState().errors[path]
  const errorId = `${path}-error`
  return (
    <div>
      <label className={`check-label ${className}`}>
        <input
          type="checkbox"
          name={path}
          checked={isOn}
          aria-invalid={error !== undefined}
          aria-describedby={errorId}
          onChange={event => onTurn(event.target.checked)}
        />
        {label}
      </label>
      <p id={errorId} className="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  )
}
