// A group of Elements for one payment.

import { Element } from './element.js'
import { Emitter, IntegrationError } from './frame.js'

export class Elements extends Emitter {
  #elements = []
  #retrieve

  constructor(origin, options, retrieve) {
    super()
    this.origin = origin
    this.options = options
    this.#retrieve = retrieve
    if (options.paymentMethodTypes ?? options.payment_method_types) {
      throw new IntegrationError('paymentMethodTypes is no longer supported; use allowedPaymentMethodTypes.')
    }
    if (options.clientSecret !== undefined && !/^pi_\w+_secret_\w+$/.test(options.clientSecret)) {
      throw new IntegrationError(
        'Invalid value for elements(): clientSecret should be a client secret of the form id_secret_secret.',
      )
    }
  }

  create(type, options = {}) {
    if (type !== 'payment') {
      throw new IntegrationError(
        `A valid Element name must be provided. The sandbox has: payment; you specified: ${type}.`,
      )
    }
    if (this.getElement(type))
      throw new IntegrationError(`Can only create one Element of type ${type} per Elements group.`)
    const element = new Element(this, type, options)
    this.#elements.push(element)
    return element
  }

  /** Takes the name, or the React component that has the name. */
  getElement(type) {
    const name = typeof type === 'string' ? type : type?.__elementType
    return this.#elements.find(element => element.type === name) ?? null
  }

  forget(element) {
    this.#elements = this.#elements.filter(one => one !== element)
  }

  update(options) {
    this.options = { ...this.options, ...options }
    for (const element of this.#elements) element.restyle()
  }

  /** Validates the fields and shows what is missing. */
  async submit() {
    const element = this.getElement('payment')
    if (!element) throw new IntegrationError('elements.submit() needs a mounted Element.')
    const { error } = await element.request({ type: 'validate' })
    return error ? { error } : { selectedPaymentMethod: 'card' }
  }

  async fetchUpdates() {
    return this.check()
  }

  /** Checks that the payment exists. */
  async check() {
    if (this.options.clientSecret === undefined) return {}
    const { error } = await this.#retrieve(this.options.clientSecret)
    return error ? { error } : {}
  }
}
