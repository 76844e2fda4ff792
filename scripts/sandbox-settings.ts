import { keys } from '../sandbox/context.ts'

export interface Sandbox {
  url: string
  smtpUrl: string
}

/** By the setting that selects a real provider: the settings that make the shop use the sandbox instead. */
export const sandboxSettings = ({ url, smtpUrl }: Sandbox): Record<string, Record<string, string>> => ({
  STRIPE_SECRET_KEY: {
    STRIPE_SECRET_KEY: keys.stripeSecret,
    STRIPE_PUBLISHABLE_KEY: keys.stripePublishable,
    STRIPE_WEBHOOK_SECRET: keys.stripeWebhook,
    STRIPE_API_BASE: url,
    STRIPE_JS_URL: `${url}/stripe/v3.js`,
  },
  GOOGLE_CLIENT_ID: {
    GOOGLE_CLIENT_ID: keys.googleClientId,
    GOOGLE_CLIENT_SECRET: keys.googleClientSecret,
    GOOGLE_ISSUER: `${url}/google`,
  },
  GITHUB_CLIENT_ID: {
    GITHUB_CLIENT_ID: keys.githubClientId,
    GITHUB_CLIENT_SECRET: keys.githubClientSecret,
    GITHUB_BASE_URL: `${url}/github`,
    GITHUB_API_URL: `${url}/github/api`,
  },
  IMGBB_KEY: { IMGBB_KEY: keys.imgbb, IMGBB_URL: `${url}/imgbb` },
  SMTP_URL: { SMTP_URL: smtpUrl },
})

export const isUnset = (name: string): boolean => !process.env[name]?.trim()

export const sandboxPort = Number(process.env.SANDBOX_PORT || 3001)

/** The address of the sandbox, unless SANDBOX_PORT is 0. */
export const defaultSandbox: Sandbox = {
  url: `http://localhost:${sandboxPort}`,
  smtpUrl: `smtp://127.0.0.1:${sandboxPort + 1}`,
}
