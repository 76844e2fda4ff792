/** For a live shop that takes orders, none of which is paid: there is no such address. */
export const cardKeys = {
  STRIPE_SECRET_KEY: 'sk_live_nobody',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
  STRIPE_API_BASE: 'https://cards.invalid',
}
