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

/** The provider's script as far as the shop's page touches it: card fields that appear when the test says so. */
export class Provider {
  confirmations = 0
  /** What the fields say of themselves before anything is confirmed. */
  incomplete: string | undefined
  confirm: () => Promise<Confirmation> = async () => ({ paymentIntent: { id: 'pi_1', status: 'succeeded' } })
  readonly #listeners = new Map<string, Listener>()
  /** What the provider was given to open its fields with. */
  opened: Opening[] = []

  constructor() {
    // The provider's loader keeps the first factory that it finds, so that one always asks for the newest.
    current = this
    Reflect.set(
      window,
      'Stripe',
      Object.assign(() => current.#stripe(), { version: 'endive' }),
    )
  }

  /** The fields have drawn themselves, or could not. */
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
