/** What the shop loads on first use: loading takes as long as it takes, so it happens before the first world. */
await Promise.all([
  import('stripe'),
  import('@simplewebauthn/server'),
  import('../../src/server/adapters/common-password-list.ts'),
])
