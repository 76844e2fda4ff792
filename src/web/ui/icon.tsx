/** Paths in a 20 × 20 view box, stroked in the text colour. */
const icons = {
  person: 'M10 3.5a3 3 0 1 1 0 6.5 3 3 0 0 1 0-6.5ZM4 17c.4-3.3 2.8-5 6-5s5.6 1.7 6 5',
  star: 'm10 3 2.2 4.6 5 .7-3.6 3.5.9 5L10 14.4l-4.5 2.4.9-5L2.8 8.3l5-.7Z',
  bag: 'M4.5 7h11l.8 10H3.7ZM7 9V6a3 3 0 0 1 6 0v3',
  people:
    'M7.5 4a2.6 2.6 0 1 1 0 5.4 2.6 2.6 0 0 1 0-5.4ZM2.5 16.5c.3-3 2.2-4.5 5-4.5s4.7 1.5 5 4.5M12.8 4.3a2.5 2.5 0 0 1 0 4.8M14.5 12.3c1.8.6 2.8 2 3 4.2',
  plus: 'M10 4v12M4 10h12',
  shelf: 'M3 4v13M17 4v13M3 9.5h14M3 15.5h14M6 6.5h3v3H6ZM11 12h3.5v3.5H11Z',
  parcel: 'm3 6.5 7-3.5 7 3.5v7.5l-7 3-7-3ZM3 6.5l7 3 7-3M10 9.5V17',
} as const

export type IconName = keyof typeof icons

/** Decorative, because the label is beside it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg viewBox="0 0 20 20" className="sign" aria-hidden="true" focusable="false">
    <path d={icons[name]} />
  </svg>
)
