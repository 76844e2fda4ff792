import { formatAmount } from '#domain/money.ts'
import { Spinner } from '../../ui/spinner.tsx'

interface PayButtonProps {
  /** The charged amount, in major units. */
  amount: number
  disabled?: boolean
  busy?: boolean
  onPress?: () => void
}

/** Disabled by default, because it is on the page before and after a payment is possible. */
export const PayButton = ({ amount, disabled = true, busy = false, onPress }: PayButtonProps) => (
  <button
    type="button"
    className="btn btn-primary w-full"
    data-busy={busy}
    disabled={disabled}
    onClick={onPress}
  >
    {busy && <Spinner />}
    Pay {formatAmount(amount)}
  </button>
)
