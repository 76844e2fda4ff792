import { formatDollars } from '#domain/money.ts'
import { Spinner } from '../../ui/spinner.tsx'

interface PayButtonProps {
  /** What is charged, in dollars. */
  amount: number
  disabled?: boolean
  busy?: boolean
  onPress?: () => void
}

/** Disabled unless told what to do: it is seen from the first moment, and stays after the payment. */
export const PayButton = ({ amount, disabled = true, busy = false, onPress }: PayButtonProps) => (
  <button
    type="button"
    className="btn btn-primary w-full"
    data-busy={busy}
    disabled={disabled}
    onClick={onPress}
  >
    {busy && <Spinner />}
    Pay {formatDollars(amount)}
  </button>
)
