import { Field, TextArea } from '../../ui/field.tsx'
import { Choices } from './choices.tsx'
import { ColorField } from './color-field.tsx'
import { CurrencyField } from './currency-field.tsx'
import { useContentDraft } from './draft-context.ts'
import type { AnyField, AnyFields } from './field-types.ts'
import { LinesField } from './lines-field.tsx'
import { ListField } from './list-field.tsx'
import { MarkField } from './mark-field.tsx'
import { NumberField } from './number-field.tsx'
import { PartField } from './part-field.tsx'
import { type Path, valueAt } from './path.ts'
import { SectionSwitch } from './section-switch.tsx'
import { UploadField } from './upload-field.tsx'
import { VideosField } from './videos-field.tsx'

/** All fields below a path. */
export const ContentFields = ({ at, fields }: { at: Path; fields: AnyFields }) =>
  Object.entries(fields).map(([key, field]) => <ContentField key={key} path={`${at}.${key}`} field={field} />)

/** The field for one value of the content. */
export function ContentField({ path, field }: { path: Path; field: AnyField }) {
  const { content, set, replaced } = useContentDraft()
  const value = valueAt(content, path)
  const { label, hint } = field
  const typed = { name: path, label, ...(hint !== undefined && { hint }), required: false }
  switch (field.kind) {
    case 'line':
    case 'day':
      return (
        <Field
          {...typed}
          type={field.kind === 'day' ? 'date' : 'text'}
          value={String(value)}
          onChange={event => set(path, event.target.value)}
        />
      )
    case 'text':
      return <TextArea {...typed} value={String(value)} onChange={event => set(path, event.target.value)} />
    case 'lines':
      return <LinesField {...typed} path={path} lines={value as readonly string[]} />
    case 'number':
    case 'optional-number':
      return (
        <NumberField
          {...typed}
          value={value as number | null}
          isOptional={field.kind === 'optional-number'}
          isWhole={field.isWhole}
          onRead={number => set(path, number)}
        />
      )
    case 'percent':
      return (
        <Field
          {...typed}
          type="range"
          value={Number(value)}
          onChange={event => set(path, event.target.valueAsNumber)}
        />
      )
    case 'switch':
      return (
        <SectionSwitch path={path} label={label} isOn={value === true} onTurn={isOn => set(path, isOn)} />
      )
    case 'choice':
      return <Choices path={path} label={label} options={field.options} value={value} />
    case 'color':
      return <ColorField path={path} label={label} value={String(value)} />
    case 'currency':
      return <CurrencyField path={path} label={label} hint={hint} value={String(value)} />
    case 'mark':
      return <MarkField key={replaced} path={path} label={label} value={String(value)} />
    case 'picture':
    case 'captions':
      return (
        <UploadField
          key={replaced}
          kind={field.kind}
          path={path}
          label={label}
          hint={hint}
          value={value as string | null}
        />
      )
    case 'videos':
      return (
        <VideosField
          key={replaced}
          path={path}
          label={label}
          hint={hint}
          videos={value as readonly string[]}
        />
      )
    case 'list':
      return (
        <ListField path={path} field={field} entries={value as readonly Record<string, unknown>[]}>
          {at => <ContentFields at={at} fields={field.fields} />}
        </ListField>
      )
    case 'part':
      return (
        <PartField path={path} field={field} isShown={value !== null}>
          <ContentFields at={path} fields={field.fields} />
        </PartField>
      )
  }
}
