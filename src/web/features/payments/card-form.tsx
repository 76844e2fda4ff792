import { Elements, PaymentElement } from '@stripe/react-stripe-js'
import type { Stripe, StripePaymentElementOptions } from '@stripe/stripe-js'
import { useMemo, useState } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { useAppearance } from './appearance.ts'
import { PayButton } from './pay-button.tsx'
import { usePay } from './use-pay.ts'
import type { Confirmed } from './use-receipt.ts'

interface CardFormProps {
  stripe: Stripe
  clientSecret: string
  onConfirmed: (confirmed: Confirmed) => void
  /** This payment cannot be used (any more): a fresh one is needed. */
  onClosed: () => void
}

export function CardForm({ stripe, clientSecret, ...form }: CardFormProps) {
  const appearance = useAppearance()
  const options = useMemo(() => ({ clientSecret, appearance }), [clientSecret, appearance])
  return (
    <Elements stripe={stripe} options={options}>
      <Fields {...form} />
    </Elements>
  )
}

const onlyCards: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
}

function Fields({ onConfirmed, onClosed }: Pick<CardFormProps, 'onConfirmed' | 'onClosed'>) {
  const { ready, paying, problem, pay } = usePay(onConfirmed, onClosed)
  const [shown, setShown] = useState<'loading' | 'ready' | 'failed'>('loading')
  return (
    <>
      <div className="card-fields" aria-busy={shown === 'loading'}>
        {shown === 'loading' && <Spinner />}
        <PaymentElement
          options={onlyCards}
          onReady={() => setShown('ready')}
          onLoadError={() => setShown('failed')}
        />
      </div>
      {shown === 'failed' && (
        <div role="alert" className="grid justify-items-start gap-4">
          <p className="form-error">The card fields could not be loaded.</p>
          <button type="button" className="btn btn-quiet" onClick={onClosed}>
            Try again
          </button>
        </div>
      )}
      <p role="alert" className="form-error empty:-mt-5">
        {problem}
      </p>
      <PayButton busy={paying} disabled={!ready || shown !== 'ready' || paying} onPress={() => void pay()} />
      <p role="status" className="text-sm text-soft empty:-mt-5">
        {paying && 'Talking to your bank. Please keep this page open.'}
      </p>
    </>
  )
}
