import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { CardOptions } from '#contract/payments.ts'

export type Cards = NonNullable<CardOptions['cards']>

const timeoutMs = 20_000

/** The provider's script; null if it cannot be reached, because Elements would fail silently. */
export async function openProvider(cards: Cards): Promise<Stripe | null> {
  const timeout = new Promise<null>(resolve => window.setTimeout(resolve, timeoutMs, null))
  return Promise.race([load(cards), timeout]).catch(() => null)
}

async function load({ publishableKey, scriptUrl }: Cards): Promise<Stripe | null> {
  if (scriptUrl && !window.Stripe) {
    await addScript(scriptUrl)
    // Without this, loadStripe would fetch from the provider's own address, which this shop did not configure.
    if (!window.Stripe) return null
  }
  return loadStripe(publishableKey)
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error(`${src} cannot be reached`))
    })
    document.head.append(script)
  })
}
