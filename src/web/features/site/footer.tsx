import { useState } from 'react'
import { columns, copyright, newsletter } from '../../content/footer.ts'
import { Field } from '../../ui/field.tsx'
import { Form, type FormRules, type Values } from '../../ui/form.tsx'
import { Submit } from '../../ui/submit.tsx'

export const Footer = () => (
  <footer className="footer-band">
    <div className="wide footer-grid">
      {columns.map(column => (
        <FooterColumn key={column.id} {...column} />
      ))}
      <section aria-labelledby="newsletter-title">
        <h2 id="newsletter-title" className="footer-title">
          Newsletter
        </h2>
        <Newsletter />
      </section>
      <p className="footer-end">{copyright}</p>
    </div>
  </footer>
)

const FooterColumn = ({ id, title, links }: (typeof columns)[number]) => (
  <nav id={id} aria-labelledby={`${id}-title`}>
    <h2 id={`${id}-title`} className="footer-title">
      {title}
    </h2>
    <ul className="mt-3">
      {links.map(link => (
        <li key={link}>
          <a href={`#${id}`} className="footer-link">
            {link}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** Written by hand instead of from the contract, because every page would have to load its shapes. */
const rules: FormRules<Values> = {
  read: values =>
    /^\s*[^\s@]+@[^\s@]+\s*$/.test(values.newsletterEmail ?? '')
      ? { sent: values }
      : { errors: { newsletterEmail: 'Please enter an e-mail address.' } },
  limitsOf: () => ({}),
}

function Newsletter() {
  const [asked, setAsked] = useState(false)
  return (
    <Form rules={rules} onSend={async () => setAsked(true)} resets className="mt-3">
      <p className="mb-4 text-soft">{newsletter.text}</p>
      <div className="newsletter-row">
        <Field name="newsletterEmail" label="Your e-mail" type="email" autoComplete="email" />
        <Submit quiet>Subscribe</Submit>
      </div>
      <p role="status">{asked && newsletter.thanks}</p>
    </Form>
  )
}
