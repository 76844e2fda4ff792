import { sentenceOf } from '../../api/problem-error.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useSendTestEmail } from './queries.ts'

/** The result stays on the page, because an admin may want to read it twice. */
export function TestEmail() {
  const { mutate: send, isPending, data, error } = useSendTestEmail()
  return (
    <>
      <button
        type="button"
        className="btn btn-sm btn-quiet"
        data-busy={isPending}
        aria-disabled={isPending}
        onClick={() => isPending || send()}
      >
        {isPending && <Spinner />}
        Send me a test email
      </button>
      <p role="status" className="opening-result">
        {!isPending && data && `Sent to ${data.to}. Check your inbox and your spam folder.`}
        {!isPending && error && sentenceOf(error)}
      </p>
    </>
  )
}
