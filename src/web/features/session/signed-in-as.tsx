import type { Me } from '#contract/identity.ts'

/** Who is signed in, in the bar: the name where there is room, otherwise its first letter. */
export const SignedInAs = ({ user: { displayName, email } }: { user: Me }) => (
  <p className="signed-in-as" title={email}>
    <span className="sr-only">Signed in as {displayName}</span>
    <span className="initial" aria-hidden="true">
      {Array.from(displayName)[0]}
    </span>
    <span className="name" aria-hidden="true">
      {displayName}
    </span>
  </p>
)
