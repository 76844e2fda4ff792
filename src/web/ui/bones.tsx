import type { ReactNode } from 'react'

/** Stands where content will be, in its shape. */
export const Bone = ({ className }: { className: string }) => <div className={`bone ${className}`} />

/** A few of what a list consists of. */
export const BoneList = ({ className }: { className: string }) => (
  <Bones className="grid gap-4">
    {['first', 'second', 'third'].map(one => (
      <Bone key={one} className={className} />
    ))}
  </Bones>
)

/** Says once that something loads; the shapes are for the eye. */
export const Bones = ({ className, children }: { className: string; children: ReactNode }) => (
  <div role="status">
    <span className="sr-only">Loading</span>
    <div className={className} aria-hidden="true">
      {children}
    </div>
  </div>
)
