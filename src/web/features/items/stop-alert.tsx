import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '../../api/call.ts'
import { sentenceOf } from '../../api/problem-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.tsx'

/** Where the link in a letter leads (`/?stop={secret}`): opening it changes nothing, pressing the button does. */
export default function StopAlert({ secret }: { secret: string }) {
  const [, setParams] = useSearchParams()
  const [isBusy, setBusy] = useState(false)
  const close = () => setParams({}, { replace: true, preventScrollReset: true })

  async function stop() {
    setBusy(true)
    try {
      await call('POST /notify/stop', { body: { secret } })
      toast('You will get no mail about it')
      close()
    } catch (error) {
      toast(sentenceOf(error), 'bad')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog open title="No mail when it is back?" onClose={close}>
      <p className="mt-4">You asked for a mail when something that is sold out is back.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={close}>
          Keep it
        </button>
        <button type="button" className="btn btn-primary" disabled={isBusy} onClick={() => void stop()}>
          Do not mail me
        </button>
      </div>
    </Dialog>
  )
}
