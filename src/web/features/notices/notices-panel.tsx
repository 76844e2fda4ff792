import { useQuery } from '@tanstack/react-query'
import { type Notices, type NoticesForm, noticesForm } from '#contract/notices.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, type FormRules } from '../../ui/form.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { QueryError } from '../../ui/states.tsx'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'
import { ownNotices, useChooseNotices } from './queries.ts'

interface NoticesPanelProps {
  isOpen: boolean
  onClose: () => void
}

/** Which emails an admin wants to receive. */
export default function NoticesPanel({ isOpen, onClose }: NoticesPanelProps) {
  return (
    <Dialog open={isOpen} title="Email notifications" side onClose={onClose}>
      {isOpen && <Choice />}
    </Dialog>
  )
}

function Choice() {
  const notices = useQuery(ownNotices)
  if (notices.isPending) return <Loading />
  if (!notices.data) return <QueryError query={notices} />
  return <ChoiceForm chosen={notices.data} />
}

/** Forms leave out boxes that are not ticked. */
const rules: FormRules<NoticesForm> = {
  limitsOf: () => ({}),
  read({ orders, lowStock }) {
    const { data, error } = noticesForm.safeParse({ orders, lowStock: lowStock === 'on' })
    return error ? { errors: { orders: error.issues[0]?.message ?? '' } } : { sent: data }
  },
}

const orderChoices: Readonly<Record<NoticesForm['orders'], string>> = {
  off: 'No email',
  each: 'An email for each one, and for each transfer that a customer announces',
  hourly: 'One email an hour, if there are any',
}

function ChoiceForm({ chosen }: { chosen: Notices }) {
  const { mutateAsync: choose } = useChooseNotices()
  return (
    <Form
      rules={rules}
      onSend={async wanted => {
        await choose(wanted)
        toast('Your notifications are saved')
      }}
      className="mt-6 grid gap-6"
    >
      {!chosen.hasMail && (
        <p className="panel">Email is not set up for this shop yet (SMTP_URL), so nothing is sent.</p>
      )}
      <fieldset>
        <legend className="field-label">Paid orders</legend>
        {Object.entries(orderChoices).map(([value, label]) => (
          <label key={value} className="choice">
            <input type="radio" name="orders" value={value} defaultChecked={value === chosen.orders} />
            {label}
          </label>
        ))}
      </fieldset>
      {chosen.lowStockAt > 0 && (
        <fieldset>
          <legend className="field-label">Stock</legend>
          <label className="choice">
            <input type="checkbox" name="lowStock" defaultChecked={chosen.lowStock} />
            {`An email when an order leaves fewer than ${chosen.lowStockAt} of an item`}
          </label>
        </fieldset>
      )}
      <p className="field-hint">These emails go to your own address. Other admins choose for themselves.</p>
      <div>
        <Submit>Save</Submit>
      </div>
    </Form>
  )
}
