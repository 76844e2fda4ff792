import { useEffect, useRef } from 'react'
import { codeForm } from '#contract/factors.ts'
import { call } from '../../api/call.ts'
import { Form } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { CodeField } from './code-field.tsx'
import { fetchToken } from './queries.ts'

const rules = rulesOf(codeForm)

interface SecondStepProps {
  /** The account that has passed the first step. */
  email: string
  onBack: () => void
}

/** Asks for a code, whichever method was the first step. */
export default function SecondStep({ email, onBack }: SecondStepProps) {
  const box = useRef<HTMLDivElement>(null)
  // The button that led here is gone, so the focus moves to the field.
  useEffect(() => box.current?.querySelector('input')?.focus(), [])

  async function send(body: { code: string }) {
    await call('POST /auth/totp/check', { body })
    await fetchToken({ email })
  }

  return (
    <div ref={box} className="narrow section">
      <h1 className="mb-8 font-display text-4xl">Login</h1>
      <Form rules={rules} onSend={send} className="grid gap-4">
        <p className="wrap-anywhere">
          One more step for <strong>{email}</strong>.
        </p>
        <CodeField />
        <Submit>Continue</Submit>
        <button type="button" className="btn btn-quiet" onClick={onBack}>
          Back
        </button>
      </Form>
    </div>
  )
}
