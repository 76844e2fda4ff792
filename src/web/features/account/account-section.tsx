import { useQuery } from '@tanstack/react-query'
import { Suspense, useId } from 'react'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { useOnceTrue } from '../../ui/once-true.ts'
import { PanelLink, usePanel } from '../../ui/panel.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { PartError } from '../../ui/states.tsx'
import { useUser } from '../session/use-user.ts'
import { ConfirmBanner } from './confirm-banner.tsx'
import { OwnData } from './own-data.tsx'
import { accountFacts, ownFactors } from './queries.ts'

const AccountPanels = lazyComponent(() => import('./account-panels.tsx'), 'Your account')

/** Loaded after the profile, which is what the page is for. */
const FactorSection = lazyComponent(() => import('./factor-section.tsx'))

/** The query parameter of a panel, such as `/dashboard?account=sessions`. */
const panelParam = 'account'

const links = [
  ['name', 'Name and picture'],
  ['password', 'Change password'],
  ['sessions', 'Where you are signed in'],
] as const

export function AccountSection() {
  const id = useId()
  const { email } = useUser()
  const { opened, close } = usePanel(panelParam)
  const isLoaded = useOnceTrue(opened !== undefined)
  // Late content would push OwnData down just as somebody presses its buttons, so OwnData waits for it.
  const above = [useQuery(accountFacts(email)), useQuery(ownFactors)]
  const isLoadedAbove = above.every(({ isPending }) => !isPending)
  return (
    <section className="panel mt-10" aria-labelledby={id}>
      <h3 id={id} className="font-display text-xl">
        Account
      </h3>
      <AccountSummary />
      <ConfirmBanner key={email} email={email} />
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-3">
        {links.map(([value, label]) => (
          <li key={value}>
            <PanelLink name={panelParam} value={value} className="link-quiet">
              {label}
            </PanelLink>
          </li>
        ))}
      </ul>
      <div className="mt-8">
        <Suspense fallback={<Loading />}>
          <FactorSection />
          {isLoadedAbove && <OwnData />}
        </Suspense>
      </div>
      {isLoaded && (
        <Suspense>
          <AccountPanels opened={opened} onClose={close} />
        </Suspense>
      )}
    </section>
  )
}

/** Name, picture and whether the email is confirmed. */
function AccountSummary() {
  const { email, displayName, photoURL } = useUser()
  const facts = useQuery(accountFacts(email))
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      {photoURL && <img src={photoURL} alt="" className="size-12 rounded-full object-cover" />}
      <p className="min-w-0 wrap-anywhere">{displayName}</p>
      {facts.data && (
        <span className="badge-quiet">
          {facts.data.emailVerified ? 'Email confirmed' : 'Email not confirmed'}
        </span>
      )}
      {facts.isError && !facts.data && <PartError query={facts} what="Your email status" />}
    </div>
  )
}
