import { useElements, useStripe } from '@stripe/react-stripe-js'
import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import type { Confirmed } from './use-receipt.ts'

const broken = 'The payment could not be started. Please try again in a moment.'
const notCompleted = 'The payment was not completed. Please try again.'

interface Answer {
  paymentIntent?: PaymentIntent | undefined
  error?: Partial<StripeError> | undefined
}

/** Confirms the payment with the provider; what goes wrong is said in the provider's own words. */
export function usePay(onConfirmed: (confirmed: Confirmed) => void, onClosed: () => void) {
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
    // The fields make room for those of a fresh payment, so it is said where it stays.
    toast(sentence, 'bad')
    onClosed()
  }

  return { ready: Boolean(stripe && elements), paying, problem, pay }
}

/** A payment that had gone through before is refused as an error, and that error brings the payment along. */
const intentOf = ({ paymentIntent, error }: Answer): PaymentIntent | undefined =>
  paymentIntent ?? error?.payment_intent

function confirmedOf(answer: Answer): Confirmed | undefined {
  const intent = intentOf(answer)
  if (intent?.status !== 'succeeded' && intent?.status !== 'processing') return undefined
  return { transactionId: intent.id, processing: intent.status === 'processing' }
}
