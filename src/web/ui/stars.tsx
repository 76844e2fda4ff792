const ratings = [1, 2, 3, 4, 5] as const

/** The rating that is lit, and therefore sent, while nothing is selected. */
export const defaultRating = 2

const Star = ({ lit }: { lit?: boolean }) => (
  <svg viewBox="0 0 24 24" className="star" data-lit={lit} aria-hidden="true">
    <path d="m12 2.6 2.9 5.9 6.5.95-4.7 4.6 1.1 6.45L12 17.45 6.2 20.5l1.1-6.45-4.7-4.6 6.5-.95z" />
  </svg>
)

export function Stars({ rating }: { rating: number }) {
  return (
    <span className="stars" role="img" aria-label={`${rating} out of 5 stars`}>
      {ratings.map(value => (
        <Star key={value} lit={value <= Math.round(rating)} />
      ))}
    </span>
  )
}

interface StarInputProps {
  name: string
  label: string
  onRate?: (rating: number) => void
}

/** Five radio buttons that look like stars; the style sheet lights every star up to the selected one. */
export function StarInput({ name, label, onRate }: StarInputProps) {
  return (
    <fieldset>
      <legend className="field-label">{label}</legend>
      <div className="star-input">
        {ratings.map(value => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === defaultRating}
              onChange={() => onRate?.(value)}
              className="sr-only"
            />
            <Star />
            <span className="sr-only">{value === 1 ? '1 star' : `${value} stars`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
