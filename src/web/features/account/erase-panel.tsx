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
    <h3 className="font-display text-lg">What goes, at once and for good</h3>
    <ul className="mt-2 list-disc pl-5">
      <li>Your account, your profile and all sign-ins; your password, also where the shop has it kept</li>
      <li>Your reviews</li>
      <li>Orders that are not paid; a payment that is open is called off</li>
      <li>Your name, address, telephone and email in paid orders and on their invoices</li>
      <li>All emails to you that the shop has kept, and your address at the card provider</li>
    </ul>
  </section>
)

const KeptList = () => (
  <section className="mt-6">
    <h3 className="font-display text-lg">What stays, and why</h3>
    <ul className="mt-2 list-disc pl-5">
      <li>Paid orders and invoices with item, amount and day, without you: the books must add up</li>
      <li>
        The log of sign-ins and of changes to passwords and passkeys, for as long as the shop keeps it: it
        knows you by a number that leads to nobody
      </li>
      <li>Accounts that you have elsewhere, such as with Google or GitHub: only you can close those</li>
      <li>What the card provider must keep about its payments, and the emails in your mailbox</li>
    </ul>
    <p className="mt-3">
      What you have paid for and what was not sent yet comes first: wait until it is on its way, or ask the
      shop for your money back. Only then can the account be erased.
    </p>
    <p className="mt-3">
      Orders that are on their way to you can still be asked about by their number. Download your data and
      your invoices first: nobody can bring them back.
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
    toast('Your account is erased. What had to stay in the books no longer says who you are.')
  }

  return (
    <Form rules={rules} onSend={erase} className="mt-6 grid gap-4">
      <Field
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        required={false}
        hint="Leave it empty if you sign in without one: then you must have signed in within the last ten minutes."
      />
      <div>
        <Submit>Erase my account</Submit>
      </div>
    </Form>
  )
}
