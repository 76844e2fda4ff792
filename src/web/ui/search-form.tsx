import { type ReactNode, useId, useState } from 'react'
import { maxSearchLength } from '#domain/search.ts'
import { useSearchBox } from './use-search-box.ts'
import './search-form.css'

/** The search in the address, cut to the length that the shop accepts. */
export const searchIn = (params: URLSearchParams): string =>
  (params.get('search') ?? '').trim().slice(0, maxSearchLength)

interface SearchFormProps {
  label: string
  placeholder: string
  search: string
  onSearch: (search: string) => void
  className?: string
  /** Further controls. `finish` returns the typed text and ends the pause after typing. */
  children?: (finish: () => string) => ReactNode
  /** Folds the further controls on phones; it counts those in use. */
  fold?: { filters: number }
}

/** Searches while the visitor types. */
export function SearchForm(props: SearchFormProps) {
  const { label, placeholder, search, onSearch, className = 'mb-8 max-w-md', children, fold } = props
  const id = useId()
  const { typed, type, finish } = useSearchBox(search, onSearch)
  return (
    <search>
      <form
        className={className}
        onSubmit={event => {
          event.preventDefault()
          onSearch(finish())
        }}
      >
        <div>
          <label className="field-label" htmlFor={id}>
            {label}
          </label>
          <input
            id={id}
            type="search"
            name="search"
            className="input field-input"
            maxLength={maxSearchLength}
            autoComplete="off"
            enterKeyHint="search"
            placeholder={placeholder}
            value={typed}
            onChange={event => type(event.target.value)}
          />
        </div>
        {fold ? <Folded filters={fold.filters}>{children?.(finish)}</Folded> : children?.(finish)}
      </form>
    </search>
  )
}

/** On phones a button shows the controls, so that the list begins on the first screen. */
function Folded({ filters, children }: { filters: number; children: ReactNode }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="btn btn-quiet search-fold"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Filters{filters > 0 && ` (${filters})`}
      </button>
      <div id={id} className="search-more" data-open={isOpen}>
        {children}
      </div>
    </>
  )
}
