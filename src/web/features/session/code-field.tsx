import { Field } from '../../ui/field.tsx'

/** A code of an app has digits, a recovery code letters: the keyboard has to have both. */
export const CodeField = () => (
  <Field
    name="code"
    label="Code"
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    hint="Six digits from your authenticator app, or one of your recovery codes."
  />
)
