import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { paramsOf } from './item-filter.ts'
import type { ItemFilter } from './list-query.ts'
import './catalogue.css'

interface FamiliesProps {
  families: readonly string[]
  filter: ItemFilter
}

/** Links that narrow the list down to one family. A single family would be no choice. */
export function Families({ families, filter }: FamiliesProps) {
  if (families.length < 2) return null
  return (
    <nav aria-label="Families" className="family-links">
      {['', ...families].map(family => (
        <Link
          key={family}
          to={{ pathname: paths.items, search: String(paramsOf({ ...filter, family })) }}
          preventScrollReset
          aria-current={family === filter.family || undefined}
        >
          {family || 'All items'}
        </Link>
      ))}
    </nav>
  )
}
