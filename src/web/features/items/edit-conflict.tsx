import { useEffect, useRef } from 'react'
import type { ManagedItem } from '#contract/managed-items.ts'
import { formatAmount } from '#domain/money.ts'
import { type Explanation, hasCode } from '../../api/problem-error.ts'
import { explainItem } from './picture-upload.ts'
import { useTaxNames } from './tax-field.tsx'

/** EditConflict already shows this conflict. */
export const explainChange = (error: unknown): Explanation =>
  hasCode(error, 'changed_meanwhile') ? { sentence: '', fields: {} } : explainItem(error)

interface EditConflictProps {
  /** The item that the form was filled with. */
  seen: ManagedItem
  theirs: ManagedItem
  onTake: () => void
}

/** Shows each field that somebody else changed in the meantime, and lets the admin decide. */
export function EditConflict({ seen, theirs, onTake }: EditConflictProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.scrollIntoView({ block: 'nearest' }), [])
  const taxNameOf = useTaxNames()
  const before = new Map(factsOf(seen, taxNameOf))
  const changed = factsOf(theirs, taxNameOf).filter(([name, value]) => before.get(name) !== value)
  return (
    <section ref={box} className="panel" role="alert">
      <p className="font-display text-lg">Someone else changed this item in the meantime:</p>
      <dl className="order-facts">
        {changed.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{isPicture(name) ? <Pictures addresses={value} /> : value || 'Nothing'}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-soft">
        Save again to keep your changes; their other changes stay. Or continue from their version.
      </p>
      <button type="button" className="btn btn-sm btn-quiet mt-4" onClick={onTake}>
        Use their version
      </button>
    </section>
  )
}

const isPicture = (name: string): boolean => name === 'Image' || name === 'More pictures'

const Pictures = ({ addresses }: { addresses: string }) =>
  addresses === ''
    ? 'None'
    : addresses
        .split(' ')
        .map(address => <img key={address} src={address} alt="Theirs" className="row-picture" />)

const factsOf = (item: ManagedItem, taxNameOf: (tax: string) => string | undefined): [string, string][] => [
  ['Name', item.name],
  ['Description', item.description],
  ['Must quantity', String(item.mustQuantity)],
  ['Price', formatAmount(item.price)],
  ['Image', item.photoUrl],
  ['More pictures', item.pictures.join(' ')],
  ['Materials', item.materials],
  ['Size', item.size],
  ['Care', item.care],
  ['Family', item.family],
  ['Tax', taxNameOf(item.tax) ?? ''],
  ['On sale', item.hidden ? 'Hidden' : 'Shown'],
]
