import { lazy, Suspense } from 'react'
import { useProofRequest } from '../../api/fresh-proof.ts'
import { useOnceTrue } from '../../ui/once-true.ts'

const ProofDialog = lazy(() => import('./proof-dialog.tsx'))

/** Stands on every page of somebody who is signed in: whichever call wants a fresh proof, this asks for it, and the call is made again. */
export default function FreshProof() {
  const request = useProofRequest()
  const isLoaded = useOnceTrue(request !== undefined)
  return isLoaded ? (
    <Suspense>
      <ProofDialog request={request} />
    </Suspense>
  ) : null
}
