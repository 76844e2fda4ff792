import type { ReactNode } from 'react'
import { useFormState } from './form.tsx'
import { Spinner } from './spinner.tsx'

interface SubmitProps {
  children: ReactNode
  /** Looks disabled but can be pressed: the form then says why. */
  dim?: boolean
  quiet?: boolean
}

export function Submit({ children, dim = false, quiet = false }: SubmitProps) {
  const { busy, ready } = useFormState()
  return (
    <button
      type="submit"
      className={`btn ${quiet ? 'btn-quiet' : 'btn-primary'}`}
      data-dim={dim}
      data-busy={busy}
      // Not disabled while busy, because it would lose the focus; the form is not sent twice.
      aria-disabled={busy}
      disabled={!ready}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
