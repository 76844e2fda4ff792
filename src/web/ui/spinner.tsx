import { paths } from '../paths.ts'

export const Spinner = () => <span className="spinner" aria-hidden="true" />

/** The placeholder of content, with enough room that little moves. Without JavaScript it does not spin. */
export const Loading = () => (
  <div role="status" className="loading grid min-h-96 place-items-center">
    <Spinner />
    <span className="sr-only">Loading</span>
    <noscript>
      <p className="max-w-reading p-6">
        This page needs you to sign in, and signing in needs JavaScript, which is switched off in your
        browser. Switch it on and reload the page. Public pages work without it:{' '}
        <a href={paths.home}>the home page</a>.
      </p>
    </noscript>
  </div>
)
