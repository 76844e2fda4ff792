import { drawnMarks } from '#contract/shop-content.ts'
import { Choices } from './choices.tsx'
import { useContentDraft } from './draft-context.ts'
import type { Path } from './path.ts'
import { UploadField } from './upload-field.tsx'

const options = { letter: 'The first letter of your shop name', awning: 'A striped awning' }

/** The mark is drawn, or a picture of the owner's. */
export function MarkField({ path, label, value }: { path: Path; label: string; value: string }) {
  const { set } = useContentDraft()
  const isDrawn = (drawnMarks as readonly string[]).includes(value)
  return (
    <div className="grid gap-2">
      <Choices path={path} label={label} options={options} value={value} />
      <UploadField
        kind="picture"
        path={path}
        label="Or upload your own logo"
        hint="A square picture looks best. Its background may be transparent."
        value={isDrawn ? null : value}
        onRemove={() => set(path, 'letter')}
      />
    </div>
  )
}
