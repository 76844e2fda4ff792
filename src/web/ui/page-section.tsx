import { type ReactNode, useId } from 'react'

interface PageSectionProps {
  title: string
  className?: string
  /** Links and buttons beside the title. */
  tools?: ReactNode
  children: ReactNode
}

/** A dashboard page under the spec's title. */
export function PageSection({ title, className, tools, children }: PageSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <div className={tools ? 'section-head' : 'mb-6'}>
        <h2 id={id} className="font-display text-2xl">
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </section>
  )
}
