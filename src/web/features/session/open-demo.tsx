import { useAdminCheck } from './admin-check.ts'
import { useSignInOptions } from './queries.ts'
import { useSession } from './session.ts'

/** Warns admins only, because anybody who reads a demo's sign-in page can become one. */
export function OpenDemo() {
  const { user } = useSession()
  const { data: admin } = useAdminCheck(user?.email)
  return admin ? <Warning /> : null
}

function Warning() {
  const { data } = useSignInOptions()
  if (data?.picturesNotShared) return <PicturesNotShared />
  if (!data?.openDemo) return null
  return (
    <p role="alert" className="panel mb-8 border-error">
      <strong>Others can reach this demo.</strong> Anyone who finds it can sign in as its admin. Close it, or
      turn it into a live shop: <code>npm run shop -- go-live</code>.
    </p>
  )
}

const PicturesNotShared = () => (
  <p role="alert" className="panel mb-8 border-error">
    <strong>Some pictures are missing.</strong> This shop runs on several machines, and each keeps pictures in
    a folder of its own. Ask whoever runs it to put them in a bucket (<code>IMAGE_HOST=s3</code>) or in one
    shared folder.
  </p>
)
