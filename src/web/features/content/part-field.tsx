import type { ReactNode } from 'react'
import { useContentDraft } from './draft-context.ts'
import type { AnyField } from './field-types.ts'
import { type Path, valueAt } from './path.ts'
import { SectionSwitch } from './section-switch.tsx'

interface PartFieldProps {
  path: Path
  field: Extract<AnyField, { kind: 'part' }>
  isShown: boolean
  children: ReactNode
}

/** A section that the shop shows or leaves out. */
export function PartField({ path, field: { label, hint, initial }, isShown, children }: PartFieldProps) {
  const { seen, set } = useContentDraft()
  // What was saved there, so that switching a section off and on again loses nothing.
  const start = () => set(path, valueAt(seen.content, path) ?? initial)
  return (
    <fieldset className="content-part">
      <legend className="sr-only">{label}</legend>
      <SectionSwitch
        path={path}
        label={label}
        isOn={isShown}
        onTurn={isOn => (isOn ? start() : set(path, null))}
        className="font-display text-lg"
      />
      {hint && <p className="field-hint">{hint}</p>}
      {isShown && <div className="mt-4 grid gap-3">{children}</div>}
    </fieldset>
  )
}
