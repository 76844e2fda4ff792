import { useNavigate } from 'react-router'
import { eraseForm } from '#contract/own-data.ts'
import { call } from '../../api/call.ts'
import { forgetToken, readToken } from '../../api/token.ts'
import { paths } from '../../paths.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { rulesOf } from '../../ui/shape-rules.ts'
import { Submit } from '../../ui/submit.tsx'
import { toast } from '../../ui/toast.tsx'

interface ErasePanelProps {
  isOpen: boolean
  onClose: () => void
}

export default function ErasePanel({ isOpen, onClose }: ErasePanelProps) {
  return (
    <Dialog open={isOpen} title="Erase my account" side onClose={onClose}>
      {isOpen && (
        <>
          <ErasedList />
          <KeptList />
          <EraseForm />
        </>
      )}
    </Dialog>
  )
}

const ErasedList = () => (
  <section className="mt-6">
    <h3 className="font-display text-lg">What we delete, immediately and permanently</h3>
    <ul className="mt-2 list-disc pl-5">
      <li>Your account, profile and sessions, and your password, wherever the shop stores it</li>
      <li>Your reviews</li>
      <li>Unpaid orders, and any payment that is still open</li>
      <li>Your name, address, phone number and email in paid orders and on their invoices</li>
      <li>Every email to you that the shop still has, and your email address at the card provider</li>
    </ul>
  </section>
)

const KeptList = () => (
  <section className="mt-6">
    <h3 className="font-display text-lg">What we keep, and why</h3>
    <ul className="mt-2 list-disc pl-5">
      <li>
        Paid orders and invoices with item, amount and date, but without your details: we need them for our
        accounts
      </li>
      <li>
        The security log of sign-ins and of password and passkey changes, until it expires: it knows you only
        by a number that no longer leads to you
      </li>
      <li>Your accounts elsewhere, such as Google or GitHub: only you can close them</li>
      <li>What the card provider must keep about its payments, and the emails in your own mailbox</li>
    </ul>
    <p className="mt-3">
      If you have paid for something that we have not sent yet, wait until it is on its way, or ask us for a
      refund. Only then can you erase your account.
    </p>
    <p className="mt-3">
      You can still ask about an order that is on its way by its number. Download your data and invoices
      first: nobody can restore them.
    </p>
  </section>
)

const rules = rulesOf(eraseForm)

function EraseForm() {
  const navigate = useNavigate()

  async function erase(body: { password?: string | undefined }) {
    const token = readToken()
    await call('POST /auth/erase', { body })
    // Leaves the protected page first: without a token it would redirect to the sign-in page.
    await navigate(paths.home)
    if (token) forgetToken(token)
    toast('Your account is erased. The records that we must keep no longer identify you.')
  }

  return (
    <Form rules={rules} onSend={erase} className="mt-6 grid gap-4">
      <Field
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        required={false}
        hint="No password? Leave this empty. You must have signed in within the last ten minutes."
      />
      <div>
        <Submit>Erase my account</Submit>
      </div>
    </Form>
  )
}
