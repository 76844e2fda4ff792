import { type ReactNode, useId } from 'react'
import { maxSearchLength } from '#domain/search.ts'
import { useSearchBox } from './use-search-box.ts'

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
}

/** Searches while the visitor types. */
export function SearchForm(props: SearchFormProps) {
  const { label, placeholder, search, onSearch, className = 'mb-8 max-w-md', children } = props
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
        {children?.(finish)}
      </form>
    </search>
  )
}
