import { formatPrice } from '#domain/money.ts'
import { Field } from '../../ui/field.tsx'
import { Form, type FormRules } from '../../ui/form.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { Submit } from '../../ui/submit.tsx'
import type { Started } from './use-started.ts'

interface VoucherPartProps {
  voucher: Started['voucher']
}

/** Where a customer enters a voucher, and reads what it saves. */
export default function VoucherPart({ voucher }: VoucherPartProps) {
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
      {!voucher.isAccepted && <Entry voucher={voucher} />}
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

const Entry = ({ voucher: { code, use } }: VoucherPartProps) => (
  <details className="fold slip-fold">
    <summary>I have a voucher</summary>
    <Form rules={rules} onSend={use} className="grid gap-3">
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
