import { Link } from 'react-router'
import { paths } from '../../paths.ts'

/** Replaces an admin page until the required second factor is added. */
export default function SecondFactorNeeded() {
  return (
    <section className="panel grid justify-items-start gap-4" aria-labelledby="second-factor-needed">
      <h2 id="second-factor-needed" className="font-display text-xl">
        One more step before you can manage the shop
      </h2>
      <p>
        Admins of this shop need a second factor: a passkey, or codes from an authenticator app. My Profile
        shows what is missing.
      </p>
      <Link to={paths.secondFactor} className="btn btn-primary">
        Go to My Profile
      </Link>
    </section>
  )
}
