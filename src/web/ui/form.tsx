import {
  type ChangeEvent,
  createContext,
  type ReactNode,
  type SubmitEvent,
  use,
  useRef,
  useState,
} from 'react'
import { useHydrated } from './hydrated.ts'

export type Values = Readonly<Record<string, string>>
export type Errors = Readonly<Record<string, string>>
export type Rule = (value: string, values: Values) => string | undefined
export type Rules = Readonly<Record<string, Rule>>

/** Why a form was not accepted: a sentence, and the fields it is about. */
export interface Explanation {
  sentence: string
  fields: Errors
}

export const required =
  (message: string): Rule =>
  value =>
    value === '' ? message : undefined

interface FormState {
  errors: Errors
  busy: boolean
  /** False until the page's script runs: pressed before that, the browser would send the form by itself. */
  ready: boolean
}

const FormContext = createContext<FormState>({ errors: {}, busy: false, ready: false })

export const useFormState = (): FormState => use(FormContext)

interface FormProps {
  rules: Rules
  /** Sends the form. What it throws is explained: under the fields when it names them, else below the form. */
  onSend: (values: Values, form: HTMLFormElement) => Promise<unknown>
  onChange?: (values: Values) => void
  explain: (error: unknown) => Explanation
  resets?: boolean
  className?: string
  children: ReactNode
}

export function Form({ rules, onSend, onChange, explain, resets, className, children }: FormProps) {
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const sending = useRef(false)
  const ready = useHydrated()

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.current) return
    const form = event.currentTarget
    const values = valuesOf(form)
    const found = broken(rules, values)
    setErrors(found)
    setRefusal('')
    if (Object.keys(found).length > 0) return focusFirst(form, found)
    sending.current = true
    setBusy(true)
    try {
      await onSend(values, form)
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
    <FormContext value={{ errors, busy, ready }}>
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
  for (const [name, value] of new FormData(form)) {
    // A password is taken as it was typed; around everything else blanks mean nothing.
    if (typeof value === 'string') values[name] = name === 'password' ? value : value.trim()
  }
  return values
}

function broken(rules: Rules, values: Values): Errors {
  const errors: Record<string, string> = {}
  for (const [name, rule] of Object.entries(rules)) {
    const message = rule(values[name] ?? '', values)
    if (message) errors[name] = message
  }
  return errors
}

function focusFirst(form: HTMLFormElement, errors: Errors): void {
  const invalid = [...form.elements].find(element => (element.getAttribute('name') ?? '') in errors)
  if (invalid instanceof HTMLElement) invalid.focus()
}
