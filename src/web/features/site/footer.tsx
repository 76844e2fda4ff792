import { useId, useState } from 'react'
import type { ShopContent } from '#contract/shop-content.ts'
import { call } from '../../api/call.ts'
import { useContent } from '../../api/content.ts'
import { Field } from '../../ui/field.tsx'
import { Form, type FormRules, type Values } from '../../ui/form.tsx'
import { Submit } from '../../ui/submit.tsx'

export function Footer() {
  const { columns, newsletter, copyright } = useContent()
  if (columns.length === 0 && !newsletter && !copyright) return null
  return (
    <footer className="footer-band">
      <div className="wide footer-grid">
        {columns.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one title
          <FooterColumn key={index} {...column} />
        ))}
        {newsletter && (
          <section aria-labelledby="newsletter-title">
            <h2 id="newsletter-title" className="footer-title">
              Newsletter
            </h2>
            <Newsletter text={newsletter.text} />
          </section>
        )}
        {copyright && <p className="footer-end">{copyright}</p>}
      </div>
    </footer>
  )
}

function FooterColumn({ title, links }: ShopContent['columns'][number]) {
  const id = useId()
  // The links of the demo lead to their own column.
  const place = links.find(({ to }) => to === `#${title.toLowerCase()}`)?.to.slice(1)
  return (
    <nav id={place} aria-labelledby={id}>
      <h2 id={id} className="footer-title">
        {title}
      </h2>
      <ul className="mt-3">
        {links.map(({ label, to }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two links may have one text
          <li key={index}>
            <a href={to} className="footer-link">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const rules: FormRules<Values> = {
  read: values =>
    /^\s*[^\s@]+@[^\s@]+\s*$/.test(values.email ?? '')
      ? { sent: values }
      : { errors: { email: 'Enter an email address.' } },
  limitsOf: () => ({}),
}

/** The same for every address: the page must not say which are known. */
const thanks = 'Check your inbox and confirm.'

function Newsletter({ text }: { text: string }) {
  const [asked, setAsked] = useState(false)
  async function subscribe({ email = '' }: Values): Promise<void> {
    setAsked(false)
    await call('POST /newsletter', { body: { email } })
    setAsked(true)
  }
  return (
    <Form rules={rules} onSend={subscribe} resets className="mt-3">
      <p className="mb-4 text-soft">{text}</p>
      <div className="newsletter-row">
        {/* With a hyphen, as in the specification: so a search for the label Email finds the page's own field alone. */}
        <Field name="email" label="Your e-mail" type="email" autoComplete="email" />
        <Submit quiet>Subscribe</Submit>
      </div>
      <p role="status">{asked && thanks}</p>
    </Form>
  )
}
