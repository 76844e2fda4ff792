import { Link } from 'react-router'
import type { ShopContent } from '#contract/shop-content.ts'
import { Picture } from '../../ui/picture.tsx'
import './closing.css'

export const Closing = ({ closing }: { closing: NonNullable<ShopContent['teamClosing']> }) => (
  <section className="closing" aria-labelledby="closing">
    {closing.picture && <Picture src={closing.picture} alt="" sizes="(min-width: 480px) 416px, 100vw" />}
    <div>
      <h2 id="closing" className="font-display text-2xl">
        {closing.title}
      </h2>
      <p className="mt-3 mb-6 max-w-reading text-soft">{closing.text}</p>
      <Link to={closing.to} className="btn btn-quiet">
        {closing.action}
      </Link>
    </div>
  </section>
)
