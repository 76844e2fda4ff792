import { useQuery } from '@tanstack/react-query'
import { hasCode } from '../../api/problem-error.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { KeepFocus } from '../../ui/keep-focus.tsx'
import { PartError } from '../../ui/states.tsx'
import { stockAlert, useChangeAlert } from './alert-queries.ts'

/** Appears above the form of a sold-out item. It offers an alert only if the shop sends email. */
export function SoldOut({ itemId }: { itemId: string }) {
  const alert = useQuery(stockAlert(itemId))
  return (
    <div role="status" id="sold-out" tabIndex={-1} className="notice grid justify-items-start gap-3">
      <p className="font-semibold">Sold out at the moment.</p>
      {alert.isLoadingError && !hasCode(alert.error, 'feature_off') && <PartError query={alert} />}
      <KeepFocus className="grid min-h-10 justify-items-start gap-3">
        {alert.data && <AskForEmail itemId={itemId} asked={alert.data.asked} />}
      </KeepFocus>
    </div>
  )
}

function AskForEmail({ itemId, asked }: { itemId: string; asked: boolean }) {
  const { mutateAsync: change } = useChangeAlert(itemId)
  if (asked)
    return (
      <>
        <p>We’ll email you when it is back.</p>
        <ActionButton
          className="btn-sm btn-quiet"
          onPress={() => change(false)}
          done="We won’t email you about it"
        >
          Do not email me
        </ActionButton>
      </>
    )
  return (
    <ActionButton
      className="btn-sm btn-primary"
      onPress={() => change(true)}
      done="We will email you when it is back"
    >
      Email me when it is back
    </ActionButton>
  )
}
