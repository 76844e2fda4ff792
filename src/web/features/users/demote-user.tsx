import { Link, useSearchParams } from 'react-router'
import { paths } from '../../paths.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useUser } from '../session/use-user.ts'
import { useDemoteUser } from './queries.ts'

/** The dialog has an address: `/dashboard/allUsers?role=ann@example.com`. */
const inAddress = 'role'

export function DemoteLink({ email, about }: { email: string; about: string }) {
  const [params] = useSearchParams()
  const search = new URLSearchParams(params)
  search.set(inAddress, email)
  return (
    <Link
      to={{ search: search.toString() }}
      className="link-quiet block text-sm"
      aria-describedby={about}
      preventScrollReset
    >
      Remove admin role
    </Link>
  )
}

/** Asks first: whoever gives up their own role cannot take it back. */
export function DemoteDialog() {
  const [params, setParams] = useSearchParams()
  const { email: own } = useUser()
  const { mutateAsync: demote } = useDemoteUser(own)
  const email = params.get(inAddress) ?? undefined
  const isOwn = email === own

  function close() {
    const rest = new URLSearchParams(params)
    rest.delete(inAddress)
    if (email !== undefined) setParams(rest, { replace: true, preventScrollReset: true })
  }

  async function remove() {
    if (email === undefined) return
    if (!isOwn) return demote(email).finally(close)
    await demote(email)
    // With a fresh page, which knows nothing of the role: the guard of this one would sign its holder out.
    window.location.assign(paths.dashboard)
  }

  return (
    <Dialog open={email !== undefined} title="Remove admin role?" onClose={close}>
      <p className="mt-3 wrap-anywhere text-soft">
        {isOwn
          ? 'This is your own role. Only another admin can give it back to you.'
          : `${email ?? ''} will not see users, items and orders of others any more, from the next click on.`}
      </p>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-quiet" onClick={close}>
          Cancel
        </button>
        <ActionButton
          className="btn-danger"
          onPress={remove}
          done={isOwn ? 'You are no admin any more' : `${email} is no admin any more`}
        >
          Take the role away
        </ActionButton>
      </div>
    </Dialog>
  )
}
