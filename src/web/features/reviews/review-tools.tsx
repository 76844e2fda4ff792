import { countOf } from '../../ui/count.ts'
import { SearchForm } from '../../ui/search-form.tsx'
import { Select } from '../../ui/select.tsx'
import type { ReviewFilter } from './queries.ts'
import { starChoices } from './review-filter.ts'

interface ReviewToolsProps {
  filter: ReviewFilter
  onChange: (change: ReviewFilter) => void
}

const choices = [
  { value: '', text: 'Any' },
  ...starChoices.map(value => ({ value, text: countOf(Number(value), 'star') })),
] as const

/** The filters above the reviews. */
export const ReviewTools = ({ filter, onChange }: ReviewToolsProps) => (
  <SearchForm
    className="mb-6 grid gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]"
    label="Search by item"
    placeholder="Part of a name"
    search={filter.search ?? ''}
    onSearch={search => onChange({ search })}
  >
    {finish => {
      // The other controls apply the typed search as well.
      const change = (part: ReviewFilter) => onChange({ search: finish(), ...part })
      return (
        <>
          <Select
            label="Stars"
            name="stars"
            value={filter.stars ?? ''}
            options={choices}
            onChange={stars => change({ stars: stars || undefined })}
          />
          <label className="flex min-h-6 items-center gap-2">
            <input
              type="checkbox"
              className="size-5"
              checked={filter.unanswered !== undefined}
              onChange={event => change({ unanswered: event.target.checked ? 'true' : undefined })}
            />
            Without a reply
          </label>
        </>
      )
    }}
  </SearchForm>
)
