import {
  type ChangeEvent,
  createContext,
  type ReactNode,
  type SubmitEvent,
  use,
  useRef,
  useState,
} from 'react'
import { type Explanation, explain as explainProblem } from '../api/problem-error.ts'
import { useHydrated } from './hydrated.tsx'

/** The values of the fields as typed. */
export type Values = Readonly<Record<string, string>>
export type Errors = Readonly<Record<string, string>>

export interface FormRules<Sent> {
  /** Returns the value to send, or an error for each invalid field. */
  read(values: Values): { sent: Sent; errors?: undefined } | { errors: Errors }
  /** The limits for the field's input element. */
  limitsOf(name: string): InputLimits
}

export interface InputLimits {
  maxLength?: number | undefined
  min?: number | undefined
  max?: number | undefined
}

/** Adds rules; the first error of a field wins. */
export const withRules = <Sent,>(
  rules: FormRules<Sent>,
  more: (values: Values) => Errors,
): FormRules<Sent> => ({
  ...rules,
  read(values) {
    const read = rules.read(values)
    const errors = { ...more(values), ...read.errors }
    return Object.keys(errors).length > 0 ? { errors } : read
  },
})

interface FormState {
  errors: Errors
  /** Why the whole form was refused. */
  refusal: string
  limitsOf: (name: string) => InputLimits
  /**
   * The form is being sent. Fields are read-only meanwhile, because typed text would be lost. They are not disabled,
   * because a disabled field loses the focus and is skipped by screen readers.
   */
  busy: boolean
  /** False until hydration: the browser would submit the form by itself. */
  ready: boolean
}

const FormContext = createContext<FormState>({
  errors: {},
  refusal: '',
  limitsOf: () => ({}),
  busy: false,
  ready: false,
})

export const useFormState = (): FormState => use(FormContext)

interface FormProps<Sent> {
  rules: FormRules<Sent>
  /** Errors that it throws show under the fields they name, or else below the form. */
  onSend: (values: Sent) => Promise<unknown>
  /** Replaces the sentences of some errors. */
  explain?: (error: unknown) => Explanation
  onChange?: (values: Values) => void
  resets?: boolean
  className?: string
  children: ReactNode
}

export function Form<Sent>({
  rules,
  onSend,
  explain = explainProblem,
  onChange,
  resets,
  className,
  children,
}: FormProps<Sent>) {
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const sending = useRef(false)
  const ready = useHydrated()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    const form = event.currentTarget
    const read = rules.read(valuesOf(form))
    setErrors(read.errors ?? {})
    setRefusal('')
    if (read.errors) return focusFirst(form, read.errors)
    sending.current = true
    setBusy(true)
    try {
      await onSend(read.sent)
      if (resets) form.reset()
    } catch (error) {
      const { sentence, fields } = explain(error)
      const known = Object.entries(fields).filter(([name]) => form.elements.namedItem(name))
      setErrors(Object.fromEntries(known))
      if (known.length === 0) setRefusal(sentence)
      else focusFirst(form, fields)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  function change(event: ChangeEvent<HTMLFormElement>) {
    const { name } = event.target
    if (errors[name]) setErrors(({ [name]: _, ...others }) => others)
    onChange?.(valuesOf(event.currentTarget))
  }

  return (
    <FormContext value={{ errors, refusal, limitsOf: rules.limitsOf, busy, ready }}>
      <form method="post" noValidate className={className} onSubmit={submit} onChange={change}>
        {children}
        <p role="alert" className="form-error">
          {refusal}
        </p>
      </form>
    </FormContext>
  )
}

function valuesOf(form: HTMLFormElement): Values {
  const values: Record<string, string> = {}
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value
  return values
}

function focusFirst(form: HTMLFormElement, errors: Errors): void {
  const invalid = [...form.elements].filter(element => (element.getAttribute('name') ?? '') in errors)
  for (const element of invalid) unfold(element)
  const first = invalid.find(element => !element.matches(':disabled'))
  if (first instanceof HTMLElement) first.focus()
}

/** What is folded cannot be seen, and cannot get the focus. */
function unfold(element: Element): void {
  const details = element.closest('details')
  if (!details) return
  details.open = true
  if (details.parentElement) unfold(details.parentElement)
}
