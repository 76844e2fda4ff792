import type { Documents } from './documents.ts'

/** Shared by all parts of the sandbox, which talks to the shop only over HTTP and SMTP. */
export interface Context {
  /** The sandbox's own origin, such as http://localhost:3001. */
  url: string
  /** The shop's origin on this machine, the target of webhooks. */
  shopUrl: string
  smtpPort: number
  documents: Documents
}

/** Not secret: they work only for this sandbox, which listens on loopback only. */
export const keys = {
  stripeSecret: 'sk_test_tuckshop_sandbox',
  stripePublishable: 'pk_test_tuckshop_sandbox',
  stripeWebhook: 'whsec_tuckshop_sandbox',
  googleClientId: 'tuckshop-sandbox.apps.googleusercontent.example',
  googleClientSecret: 'tuckshop-sandbox-google-secret',
  githubClientId: 'Iv1.tuckshopsandbox',
  githubClientSecret: 'tuckshop-sandbox-github-secret',
  imgbb: 'tuckshop-sandbox-imgbb-key',
}
