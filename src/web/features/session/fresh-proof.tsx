import { lazy, Suspense } from 'react'
import { useProofRequest } from '../../api/fresh-proof.ts'
import { useOnceTrue } from '../../ui/once-true.ts'

const ProofDialog = lazy(() => import('./proof-dialog.tsx'))

/** Part of every signed-in page, because any call may require a fresh proof. */
export default function FreshProof() {
  const request = useProofRequest()
  const isLoaded = useOnceTrue(request !== undefined)
  return isLoaded ? (
    <Suspense>
      <ProofDialog request={request} />
    </Suspense>
  ) : null
}
