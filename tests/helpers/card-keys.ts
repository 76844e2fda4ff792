/** For a live shop that takes orders, none of which is paid: nobody answers at this address. */
export const cardKeys = {
  STRIPE_SECRET_KEY: 'sk_test_nobody',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_nobody',
  STRIPE_WEBHOOK_SECRET: 'whsec_nobody',
  STRIPE_API_BASE: 'https://127.0.0.1:1',
}
