import { useState } from 'react'
import { type Strength, strengthOf } from '#domain/password-strength.ts'
import { Field } from '../../ui/field.tsx'

const sentences: Readonly<Record<Strength, string>> = {
  weak: 'Easy to guess. Use a longer one, or a few words.',
  fair: 'Fair. A few more characters would make it strong.',
  strong: 'Strong.',
}

const levels: Readonly<Record<Strength, number>> = { weak: 1, fair: 2, strong: 3 }

/** Shows how strong a new password is. Any password is accepted, because the spec has no rule. */
export function NewPasswordField({ label }: { label: string }) {
  const [typed, setTyped] = useState('')
  const strength = typed === '' ? undefined : strengthOf(typed)
  return (
    <div>
      <Field
        name="password"
        label={label}
        type="password"
        autoComplete="new-password"
        onChange={event => setTyped(event.target.value)}
      />
      {/* The sentence below has the same content, and screen readers announce it. */}
      {strength && (
        <meter
          className="mt-1 block w-full"
          min={0}
          low={1.5}
          high={2.5}
          optimum={3}
          max={3}
          value={levels[strength]}
          aria-hidden="true"
        />
      )}
      <p role="status" className="field-hint">
        {strength && sentences[strength]}
      </p>
    </div>
  )
}
