import { pathOf } from '#contract/endpoint.ts'
import { GithubLogo, GoogleLogo, KeyIcon } from './provider-logos.tsx'
import { useSignInOptions } from './queries.ts'

const providers = [
  { id: 'google', name: 'Google', label: 'Sign in with google', Mark: GoogleLogo },
  { id: 'github', name: 'GitHub', label: 'Sign in with github', Mark: GithubLogo },
] as const

type Provider = (typeof providers)[number]['id'] | 'oidc'

/** Leaves for the provider, which redirects back to the sign-in page. */
function redirectTo(provider: Provider, next: string): void {
  const address = pathOf('/auth/{provider}', { provider })
  window.location.assign(`${address}?${new URLSearchParams({ next })}`)
}

/** `next` is the page to open afterwards. */
export function SocialSignIn({ next }: { next: string }) {
  const options = useSignInOptions()
  const missing = providers.filter(({ id }) => options.data?.[id] === false)
  return (
    <section className="mt-8 grid gap-3" aria-label="Other ways to sign in">
      <p className="or-line">or</p>
      {providers
        .filter(provider => !missing.includes(provider))
        .map(({ id, label, Mark }) => (
          <button
            key={id}
            type="button"
            className="btn btn-quiet"
            disabled={options.isPending}
            onClick={() => redirectTo(id, next)}
          >
            <Mark />
            {label}
          </button>
        ))}
      {options.data?.oidc && (
        <button type="button" className="btn btn-quiet" onClick={() => redirectTo('oidc', next)}>
          <KeyIcon />
          Sign in with {options.data.oidc}
        </button>
      )}
      {missing.map(({ id, name }) => (
        <p key={id} className="text-center text-sm text-soft">
          Signing in with {name} is not available here.
        </p>
      ))}
    </section>
  )
}
