import { type ReactNode, useId } from 'react'

interface PageSectionProps {
  title: string
  className?: string
  children: ReactNode
}

/** A dashboard page under the spec's title. */
export function PageSection({ title, className, children }: PageSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className="mb-6 font-display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
