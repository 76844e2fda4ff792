import { Suspense, useState } from 'react'
import { formatPrice } from '#domain/money.ts'
import { hasCode } from '../../api/problem-error.ts'
import { Field } from '../../ui/field.tsx'
import { Form, type FormRules } from '../../ui/form.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { Submit } from '../../ui/submit.tsx'
import type { Started } from './use-started.ts'

/** Loaded on demand, because few customers see it. */
const ConfirmEmailPrompt = lazyComponent(() => import('../account/confirm-email-prompt.tsx'))

interface VoucherPartProps {
  voucher: Started['voucher']
}

/** Where a customer enters a voucher, and reads what it saves. */
export default function VoucherPart({ voucher, email }: VoucherPartProps & { email: string }) {
  const [needsEmail, setNeedsEmail] = useState<boolean>()
  async function use(code: string): Promise<void> {
    setNeedsEmail(false)
    try {
      await voucher.use(code)
    } catch (error) {
      setNeedsEmail(hasCode(error, 'email_unverified'))
      throw error
    }
  }
  return (
    <KeepFocus className="mt-4 grid gap-2">
      <div role="status" className="empty:hidden">
        {voucher.isAccepted ? (
          <Accepted voucher={voucher} />
        ) : (
          voucher.refusal && (
            <p className="text-sm text-soft wrap-anywhere">
              We could not use your voucher. {voucher.refusal}
            </p>
          )
        )}
      </div>
      {!voucher.isAccepted && <Entry code={voucher.code} onSend={use} />}
      {(needsEmail ?? voucher.needsEmail) && (
        <Suspense fallback={null}>
          <ConfirmEmailPrompt email={email} />
        </Suspense>
      )}
    </KeepFocus>
  )
}

const Accepted = ({ voucher: { code = '', saves, remove } }: VoucherPartProps) => (
  <div className="flex items-center justify-between gap-3">
    <p className="min-w-0 wrap-anywhere">
      Voucher {code.toUpperCase()} saves you {formatPrice(saves)}.
    </p>
    <button type="button" className="btn btn-quiet" onClick={remove}>
      Remove
    </button>
  </div>
)

interface EntryProps {
  code: string | undefined
  onSend: (code: string) => Promise<void>
}

const Entry = ({ code, onSend }: EntryProps) => (
  <details className="fold slip-fold">
    <summary>I have a voucher</summary>
    <Form rules={rules} onSend={onSend} className="grid gap-3">
      <Field
        name="voucher"
        label="Voucher code"
        defaultValue={code}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div>
        <Submit quiet>Use voucher</Submit>
      </div>
    </Form>
  </details>
)

/** The shop checks the rest, and says what is wrong with a code. */
const rules: FormRules<string> = {
  read({ voucher = '' }) {
    const code = voucher.trim()
    return code === '' ? { errors: { voucher: 'Enter a code.' } } : { sent: code }
  },
  limitsOf: () => ({}),
}
