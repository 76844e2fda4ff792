import { Link } from 'react-router'
import type { ShopContent } from '#contract/shop-content.ts'
import { paths } from '../paths.ts'
import { Mark } from './mark.tsx'

export const Brand = ({ content }: { content: Pick<ShopContent, 'mark' | 'name'> }) => (
  <Link
    to={paths.home}
    className="brand"
    data-long={content.name.length > 12}
    aria-label={`${content.name}, to the home page`}
  >
    <Mark content={content} />
    <span className="brand-name">{content.name}</span>
  </Link>
)
