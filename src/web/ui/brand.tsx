import { Link } from 'react-router'
import { paths } from '../paths.ts'

export const Mark = () => (
  <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
    <path
      className="fill-primary"
      d="M6 4h20l3 9a4.4 4.4 0 0 1-8.7 0 4.4 4.4 0 0 1-8.6 0A4.4 4.4 0 0 1 3 13z"
    />
    <path className="fill-current" d="M6 19.5h20V26a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2zm4 3v2.5h12v-2.5z" />
  </svg>
)

export const Brand = () => (
  <Link to={paths.home} className="brand" aria-label="Tuckshop, to the home page">
    <Mark />
    <span className="brand-name">Tuckshop</span>
  </Link>
)
