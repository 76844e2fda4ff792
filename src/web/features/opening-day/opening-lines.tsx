import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OpeningFacts, OpeningStep } from '#domain/opening-day.ts'
import { paths } from '../../paths.ts'
import { When } from '../../ui/time.tsx'
import { TestEmail } from './test-email.tsx'

interface Line {
  title: string
  /** What is to be done, or what is there. */
  text: ReactNode
  /** Where it is done. */
  link?: ReactNode
}

interface OpeningLinesProps {
  facts: OpeningFacts
  steps: Readonly<Record<OpeningStep, boolean>>
}

export function OpeningLines({ facts, steps }: OpeningLinesProps) {
  return (
    <ol className="opening-lines">
      {Object.entries(linesOf(facts, steps)).map(([step, { title, text, link }]) => {
        const isDone = steps[step as OpeningStep]
        return (
          <li key={step} data-done={isDone}>
            <Tick isDone={isDone} />
            <div className="min-w-0">
              <h3>
                {title}
                <span className="sr-only">{isDone ? ' (done)' : ' (to do)'}</span>
              </h3>
              <div className="opening-text">{text}</div>
            </div>
            {link && <div className="opening-go">{link}</div>}
          </li>
        )
      })}
    </ol>
  )
}

const Tick = ({ isDone }: { isDone: boolean }) => (
  <svg viewBox="0 0 24 24" className="opening-tick" aria-hidden="true">
    <circle cx="12" cy="12" r="10" />
    {isDone && <path d="m7.5 12.5 3 3 6-6.5" />}
  </svg>
)

/** The panel 'Your shop' with its section of the footer and the address. */
const legalSection = `${paths.yourShop}-legal`

const go = (to: string, label: string) => (
  <Link to={to} className="link-quiet">
    {label}
  </Link>
)

const goOut = (href: string, label: string) => (
  <a href={href} className="link-quiet" target="_blank" rel="noreferrer">
    {label}
  </a>
)

const linesOf = (facts: OpeningFacts, steps: OpeningLinesProps['steps']): Record<OpeningStep, Line> => ({
  look: {
    title: 'Name and look',
    text: steps.look ? 'Saved.' : 'Give your shop a name, a logo and a color.',
    link: go(paths.yourShop, 'Your shop'),
  },
  address: {
    title: 'Address for invoices',
    text: steps.address
      ? 'Invoices, packing slips and emails show it.'
      : 'Invoices, packing slips and emails need to say who sells.',
    link: go(legalSection, 'Enter it'),
  },
  terms: {
    title: 'Currency and tax',
    text: steps.terms
      ? 'Prices, payments and invoices follow it.'
      : 'Your shop sells in US dollars and charges no tax yet. Choose your currency before the first order.',
    link: go(`${paths.yourShop}-selling`, 'Selling'),
  },
  item: {
    title: 'First item',
    text: steps.item ? (
      'There is something on sale.'
    ) : (
      <>Nothing is on sale yet. Already have a list? {go(paths.importItems, 'Import a file')} instead.</>
    ),
    link: go(paths.addItem, 'Add a Item'),
  },
  cards: { title: 'Cards', ...cardWords[facts.cards] },
  mail: {
    title: 'Email',
    text: (
      <>
        <p>{mailWords[facts.mail]}</p>
        {facts.mail !== 'off' && <TestEmail />}
      </>
    ),
  },
  backup: { title: 'Backup', text: <BackupWords backup={facts.backup} isDone={steps.backup} /> },
  legal: {
    title: 'Legal texts',
    text: steps.legal
      ? 'Your footer has links.'
      : 'Your footer has no links. Most countries ask for an imprint, terms and a privacy notice.',
    link: go(legalSection, 'Add links'),
  },
  factor: {
    title: 'Your second factor',
    text: steps.factor
      ? 'A stolen password alone is not enough to sign in.'
      : 'A stolen password is enough to take over the shop. Add a passkey or codes from an app.',
    link: go(paths.secondFactor, 'Set it up'),
  },
  publicUrl: {
    title: 'Public address',
    text: <AddressWords publicUrl={facts.publicUrl} isDone={steps.publicUrl} />,
  },
})

const Webhook = () => <code>{`${window.location.origin}/api/stripe/webhook`}</code>

const cardWords: Record<OpeningFacts['cards'], Omit<Line, 'title'>> = {
  off: {
    text: (
      <>
        Nobody can pay by card yet. Set <code>STRIPE_SECRET_KEY</code>, <code>STRIPE_PUBLISHABLE_KEY</code>{' '}
        and <code>STRIPE_WEBHOOK_SECRET</code>, then restart the shop.
      </>
    ),
    link: goOut('https://dashboard.stripe.com/apikeys', 'Keys at Stripe'),
  },
  test: {
    text: 'These are test keys: no real money is paid. Replace them with your live keys.',
    link: goOut('https://dashboard.stripe.com/apikeys', 'Keys at Stripe'),
  },
  unheard: {
    text: (
      <>
        The keys are set, but Stripe has not sent a webhook yet. Enter this address there: <Webhook />
      </>
    ),
    link: goOut('https://dashboard.stripe.com/webhooks', 'Webhooks at Stripe'),
  },
  on: {
    text: 'The keys are set, and Stripe’s webhooks arrive.',
    link: goOut('https://dashboard.stripe.com', 'Stripe'),
  },
}

const mailWords: Record<OpeningFacts['mail'], ReactNode> = {
  off: (
    <>
      Nobody gets receipts or password reset links yet. Set <code>SMTP_URL</code> and <code>MAIL_FROM</code>,
      then restart the shop.
    </>
  ),
  no_sender: (
    <>
      Emails would come from an address that does not exist. Set <code>MAIL_FROM</code> to one of yours.
    </>
  ),
  on: 'Set up. Check that an email arrives:',
}

function BackupWords({ backup, isDone }: { backup: OpeningFacts['backup']; isDone: boolean }) {
  return (
    <>
      {backup && (
        <p>
          Latest backup: <When at={backup.at} />, in <code>{backup.to}</code>.{' '}
          {backup.problem !== null && `It has stopped: ${backup.problem}.`}
        </p>
      )}
      {!backup && <p>The shop knows of no backup. If this disk fails, everything is lost.</p>}
      {!isDone && (
        <details>
          <summary>How to make one</summary>
          <p>
            <code>npm run shop -- backup FILE</code> writes one now, even while the shop is running.{' '}
            <code>npm run shop -- backup --continuous FOLDER</code> copies every change to another disk or a
            bucket within a second. Section 5 of the operator’s guide (<code>docs/operator-guide.md</code>)
            has a nightly timer. The shop cannot see database backups made by other tools.
          </p>
        </details>
      )}
    </>
  )
}

function AddressWords({ publicUrl, isDone }: { publicUrl: string | null; isDone: boolean }) {
  if (isDone && publicUrl !== null) return <a href={publicUrl}>{publicUrl}</a>
  return (
    <>
      <p>
        {publicUrl === null
          ? 'The shop does not know its own address, so it cannot put links into emails.'
          : `${publicUrl} does not use TLS, so others on the network can read passwords.`}
      </p>
      <details>
        <summary>How to set it</summary>
        <p>
          Put a proxy with a certificate in front of the shop, set <code>PUBLIC_URL</code> to its address,
          such as <code>https://shop.example</code>, then restart the shop. Section 3 of the operator’s guide
          (<code>docs/operator-guide.md</code>) has settings for nginx and Caddy.
        </p>
      </details>
    </>
  )
}
