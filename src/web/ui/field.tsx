import { type ComponentProps, type ReactNode, useId } from 'react'
import { useFormState } from './form.tsx'

interface FieldProps extends ComponentProps<'input'> {
  name: string
  label: string
  hint?: string
  /** Wraps the input, for instance in a stepper. */
  frame?: (input: ReactNode) => ReactNode
}

const plain = (input: ReactNode) => input

/** A labelled input that shows and announces its error. */
export function Field({ label, hint, frame = plain, ...input }: FieldProps) {
  const { error, errorId, hintId, inputId, described, limits, busy } = useFieldState(input.name, hint)
  const control = (
    <input
      required
      {...limits}
      {...input}
      id={inputId}
      readOnly={busy || input.readOnly}
      className="input field-input"
      aria-invalid={error ? true : undefined}
      aria-describedby={described}
    />
  )
  return (
    <div>
      <label className="field-label" htmlFor={inputId}>
        {label}
      </label>
      {frame(control)}
      <FieldNotes {...{ error, errorId, hint, hintId }} />
    </div>
  )
}

interface TextAreaProps extends ComponentProps<'textarea'> {
  name: string
  label: string
  hint?: string
}

export function TextArea({ label, hint, ...textarea }: TextAreaProps) {
  const { error, errorId, hintId, inputId, described, limits, busy } = useFieldState(textarea.name, hint)
  return (
    <div>
      <label className="field-label" htmlFor={inputId}>
        {label}
      </label>
      <textarea
        required
        rows={4}
        maxLength={limits.maxLength}
        {...textarea}
        id={inputId}
        readOnly={busy || textarea.readOnly}
        className="textarea field-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
      />
      <FieldNotes {...{ error, errorId, hint, hintId }} />
    </div>
  )
}

interface SelectFieldProps extends ComponentProps<'select'> {
  name: string
  label: string
  hint?: string
}

/** Disabled while the form is being sent, because a select cannot be read-only. It never has the focus then. */
export function SelectField({ label, hint, ...select }: SelectFieldProps) {
  const { error, errorId, hintId, inputId, described, busy } = useFieldState(select.name, hint)
  return (
    <div>
      <label className="field-label" htmlFor={inputId}>
        {label}
      </label>
      <select
        {...select}
        id={inputId}
        disabled={busy}
        className="input field-input select-input"
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
      />
      <FieldNotes {...{ error, errorId, hint, hintId }} />
    </div>
  )
}

function useFieldState(name: string, hint?: string) {
  const id = useId()
  const { errors, limitsOf, busy } = useFormState()
  const error = errors[name]
  const [inputId, errorId, hintId] = [`${id}-input`, `${id}-error`, `${id}-hint`]
  const described = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined
  return { error, errorId, hintId, inputId, described, limits: limitsOf(name), busy }
}

interface Notes {
  error: string | undefined
  errorId: string
  hint: string | undefined
  hintId: string
}

function FieldNotes({ error, errorId, hint, hintId }: Notes) {
  return (
    <>
      {hint && (
        <p id={hintId} className="field-hint">
          {hint}
        </p>
      )}
      <p id={errorId} className="field-error" aria-live="polite">
        {error}
      </p>
    </>
  )
}
