import { Field } from '../../ui/field.tsx'

/** App codes have digits and recovery codes have letters, so the keyboard must offer both. */
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
