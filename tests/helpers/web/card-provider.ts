interface Intent {
  id: string
  status: 'succeeded' | 'processing' | 'canceled' | 'requires_payment_method'
}

interface Confirmation {
  paymentIntent?: Intent
  error?: { message?: string; payment_intent?: Intent }
}

interface Opening {
  clientSecret?: string
  fonts?: { src: string }[]
}

type Listener = () => void

/** The part of the card provider's script that the shop's page uses. The card fields appear when the test calls show(). */
export class Provider {
  confirmations = 0
  /** The validation message of incomplete card fields. */
  incomplete: string | undefined
  confirm: () => Promise<Confirmation> = async () => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } })
  readonly #listeners = new Map<string, Listener>()
  /** The options of each set of card fields. */
  opened: Opening[] = []

  constructor() {
    // Stripe's loader keeps the first factory that it finds, so the factory uses the newest provider.
    current = this
    Reflect.set(
      window,
      'Stripe',
      Object.assign(() => current.#stripe(), { version: 'endive' }),
    )
  }

  /** Reports that the card fields were drawn, or that they failed to load. */
  show(event: 'ready' | 'loaderror' = 'ready'): void {
    this.#listeners.get(event)?.()
  }

  #stripe() {
    const none = () => undefined
    const element = {
      mount: none,
      destroy: none,
      unmount: none,
      update: none,
      off: none,
      on: (event: string, listener: Listener) => this.#listeners.set(event, listener),
    }
    const elements = {
      create: () => element,
      getElement: () => null,
      update: none,
      on: none,
      submit: async () => (this.incomplete ? { error: { message: this.incomplete } } : {}),
    }
    return {
      elements: (options: Opening) => {
        this.opened.push(options)
        return elements
      },
      createToken: none,
      createPaymentMethod: none,
      confirmCardPayment: none,
      _registerWrapper: none,
      registerAppInfo: none,
      confirmPayment: () => {
        this.confirmations++
        return this.confirm()
      },
    }
  }
}

let current: Provider
