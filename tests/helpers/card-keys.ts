/** Lets a live shop take orders. Nothing can be paid, because the address does not exist. */
export const cardKeys = {
  STRIPE_SECRET_KEY: 'sk_live_nobody',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
  STRIPE_API_BASE: 'https://cards.invalid',
}
