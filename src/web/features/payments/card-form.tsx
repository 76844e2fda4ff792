import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentIntent, Stripe, StripeError, StripePaymentElementOptions } from '@stripe/stripe-js'
import { useMemo, useRef, useState } from 'react'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast.tsx'
import { useAppearance } from './appearance.ts'
import type { Confirmed } from './claim-payment.ts'
import { PayButton } from './pay-button.tsx'

interface CardFormProps {
  stripe: Stripe
  clientSecret: string
  /** The charged amount, in major units. */
  amount: number
  /** A voucher is being asked for, which may change the amount. */
  isAsking: boolean
  onConfirmed: (confirmed: Confirmed) => void
  /** This payment can no longer be used; a new one is needed. */
  onClosed: () => void
}

export function CardForm({ stripe, clientSecret, ...form }: CardFormProps) {
  const appearance = useAppearance()
  const options = useMemo(() => ({ clientSecret, ...appearance }), [clientSecret, appearance])
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

function Fields({ amount, isAsking, onConfirmed, onClosed }: Omit<CardFormProps, 'stripe' | 'clientSecret'>) {
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
      <PayButton
        amount={amount}
        busy={paying}
        disabled={!ready || shown !== 'ready' || paying || isAsking}
        onPress={() => void pay()}
      />
      <p role="status" className="text-sm text-soft empty:-mt-5">
        {paying && 'Contacting your bank. Please keep this page open.'}
      </p>
    </>
  )
}

const broken = 'The payment could not be started. Please try again in a moment.'
const offline = 'You are offline. Nothing was charged.'
const notCompleted = 'The payment was not completed. Please try again.'

interface Answer {
  paymentIntent?: PaymentIntent | undefined
  error?: Partial<StripeError> | undefined
}

/** Confirms the payment with the provider, and shows the provider's own errors. */
function usePay(onConfirmed: (confirmed: Confirmed) => void, onClosed: () => void) {
  const stripe = useStripe()
  const elements = useElements()
  const [paying, setPaying] = useState(false)
  const [problem, setProblem] = useState('')
  const running = useRef(false)

  async function confirm(): Promise<Answer> {
    if (!stripe || !elements) return {}
    const { error } = await elements.submit()
    return error ? { error } : stripe.confirmPayment({ elements, redirect: 'if_required' })
  }

  async function pay(): Promise<void> {
    if (running.current) return
    if (!navigator.onLine) return setProblem(offline)
    running.current = true
    setPaying(true)
    setProblem('')
    const answer = await confirm().catch((): Answer => ({ error: { message: broken } }))
    running.current = false
    const confirmed = confirmedOf(answer)
    if (confirmed) return onConfirmed(confirmed)
    const sentence = answer.error?.message ?? notCompleted
    setPaying(false)
    if (intentOf(answer)?.status !== 'canceled') return setProblem(sentence)
    // A toast, because the fields are about to be replaced by those of a new payment.
    toast(sentence, 'bad')
    onClosed()
  }

  return { ready: Boolean(stripe && elements), paying, problem, pay }
}

/** A payment that already went through is refused with an error that contains the payment. */
const intentOf = ({ paymentIntent, error }: Answer): PaymentIntent | undefined =>
  paymentIntent ?? error?.payment_intent

function confirmedOf(answer: Answer): Confirmed | undefined {
  const intent = intentOf(answer)
  if (intent?.status !== 'succeeded' && intent?.status !== 'processing') return undefined
  return { transactionId: intent.id, processing: intent.status === 'processing' }
}
