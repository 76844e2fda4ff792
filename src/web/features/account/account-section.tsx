import { useId } from 'react'
import { OwnData } from './own-data.tsx'

/** Below the profile: the account itself. */
export function AccountSection() {
  const id = useId()
  return (
    <section className="panel mt-10" aria-labelledby={id}>
      <h3 id={id} className="font-display text-xl">
        Account
      </h3>
      <OwnData />
    </section>
  )
}
