import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { useAdminCheck } from '../session/admin-check.ts'
import { useSession } from '../session/session.ts'

/** In place of the items. Its owner, and nobody else, is told how they get there. */
export function NothingYet() {
  const { user } = useSession()
  const { data: admin } = useAdminCheck(user?.email)
  return (
    <>
      <p className="text-soft">Nothing is on sale yet. Please come back soon.</p>
      {admin && <ForOwner />}
    </>
  )
}

const ForOwner = () => (
  <p className="mt-4 text-soft">
    Only admins see this line: give the page its name, pictures and words in{' '}
    <Link to={paths.yourShop} className="link-quiet">
      Your shop
    </Link>
    , and put something on sale with{' '}
    <Link to={paths.addItem} className="link-quiet">
      Add a Item
    </Link>
    .
  </p>
)
