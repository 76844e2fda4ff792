import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SavedVersion, ShopContent } from '#contract/shop-content.ts'
import { type Explanation, explain, hasCode } from '../../api/problem-error.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { type Errors, Form, type FormRules, useFormState } from '../../ui/form.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { QueryError } from '../../ui/states.tsx'
import { Submit } from '../../ui/submit.tsx'
import { When } from '../../ui/time.tsx'
import { toast } from '../../ui/toast.tsx'
import { ContentField } from './content-field.tsx'
import { type Conflict, rulesFor, useDraft } from './draft.ts'
import { DraftContext, useContentDraft } from './draft-context.ts'
import { anyFields, sections } from './fields.ts'
import { type ContentPages, Preview, previewId } from './preview.tsx'
import { savedContent } from './queries.ts'
import { Subscribers } from './subscribers.tsx'
import './shop-panel.css'

interface ShopPanelProps {
  pages: ContentPages
  /** The address of the section that it opens with; empty for the first. */
  section: string
  isOpen: boolean
  onClose: () => void
}

/** Name, look and content of the shop, with a picture of the page beside the form. */
export default function ShopPanel({ pages, section, isOpen, onClose }: ShopPanelProps) {
  return (
    <Dialog open={isOpen} title="Your shop" side="wide" onClose={onClose}>
      {isOpen && <LoadedEditor pages={pages} first={indexOf(section)} />}
    </Dialog>
  )
}

const indexOf = (address: string): number =>
  Math.max(
    0,
    sections.findIndex(section => section.address === address),
  )

interface EditorProps {
  pages: ContentPages
  /** The section to begin with. */
  first: number
}

function LoadedEditor({ pages, first }: EditorProps) {
  const saved = useQuery(savedContent)
  if (saved.isFetching && !saved.isFetchedAfterMount) return <Skeleton />
  if (!saved.data) return <QueryError query={saved} />
  return <Editor saved={saved.data} pages={pages} first={first} />
}

function Editor({ saved, pages, first }: EditorProps & { saved: SavedVersion }) {
  const draft = useDraft(saved)
  const [section, setSection] = useState(first)
  const [isPreviewOpen, setPreviewOpen] = useState(false)
  const { content, conflict, seen } = draft
  // At once, so that the field can get the focus.
  const showSectionOf = (errors: Errors) => flushSync(() => setSection(before => sectionOf(errors) ?? before))
  return (
    <DraftContext value={draft}>
      <div className="shop-editor">
        <Form
          rules={rulesShowing(content, showSectionOf)}
          explain={error => {
            const explained = explainSaving(error)
            showSectionOf(explained.fields)
            return explained
          }}
          onSend={async sent => {
            await draft.save(sent)
            toast('Saved. Your shop shows the changes now.')
          }}
          className="shop-form"
        >
          <nav aria-label="Sections" className="section-tabs">
            {sections.map(({ title }, index) => (
              <button
                key={title}
                type="button"
                aria-current={index === section}
                onClick={() => setSection(index)}
              >
                {title}
              </button>
            ))}
          </nav>
          {sections.map(({ title, keys }, index) => (
            <div key={title} className="grid gap-4" hidden={index !== section}>
              {keys.map(key => {
                const field = anyFields[key]
                return (
                  field && (
                    <Fragment key={key}>
                      <ContentField path={key} field={field} />
                      {key === 'newsletter' && index === section && <Subscribers />}
                    </Fragment>
                  )
                )
              })}
            </div>
          ))}
          {conflict && <ConflictNote conflict={conflict} />}
          <SaveBar isPreviewOpen={isPreviewOpen} onPreview={() => setPreviewOpen(true)} />
        </Form>
        <Preview
          content={content}
          pages={pages}
          isHome={sections[section]?.isHome ?? true}
          atEnd={sections[section]?.keys.includes('columns') ?? false}
          isOpen={isPreviewOpen}
          onClose={() => setPreviewOpen(false)}
        />
      </div>
      <p className="mt-4 text-sm text-soft">
        {seen.savedBy && seen.savedAt && (
          <>
            Last saved by {seen.savedBy}, <When at={seen.savedAt} />
          </>
        )}
      </p>
    </DraftContext>
  )
}

interface SaveBarProps {
  isPreviewOpen: boolean
  onPreview: () => void
}

function SaveBar({ isPreviewOpen, onPreview }: SaveBarProps) {
  const { isChanged, seen, discard, undo } = useContentDraft()
  const { errors, refusal } = useFormState()
  const wrong = Object.keys(errors).length
  return (
    <div className="save-bar">
      <Submit dim={!isChanged}>Save</Submit>
      {isChanged ? (
        <button type="button" className="btn btn-quiet" onClick={discard}>
          Discard changes
        </button>
      ) : (
        seen.canUndo && (
          <ActionButton className="btn-quiet" onPress={undo} done="The previous version is back.">
            Undo the last save
          </ActionButton>
        )
      )}
      <button
        type="button"
        className="btn btn-quiet lg:hidden"
        aria-expanded={isPreviewOpen}
        aria-controls={previewId}
        onClick={onPreview}
      >
        Preview
      </button>
      <p role="status" className="text-sm text-soft">
        {isChanged && wrong === 0 && !refusal && 'Not saved yet'}
      </p>
      <p role="alert" className="form-error">
        {wrong > 0 && `Not saved. Correct the marked ${wrong === 1 ? 'field' : 'fields'}.`}
        {refusal}
      </p>
    </div>
  )
}

function ConflictNote({ conflict: { by, both } }: { conflict: Conflict }) {
  const { discard } = useContentDraft()
  const names = both.map(key => anyFields[key]?.label ?? key)
  return (
    <section className="panel" role="alert">
      <p className="font-display text-lg">{by} has saved changes in the meantime.</p>
      <p className="mt-2 text-soft">
        {names.length > 0
          ? `You both changed: ${names.join(', ')}. Save again to keep your version of that; their other changes stay.`
          : 'The preview shows them together with yours. Save again to keep both.'}
      </p>
      <button type="button" className="btn btn-sm btn-quiet mt-4" onClick={discard}>
        Use their version
      </button>
    </section>
  )
}

function rulesShowing(content: ShopContent, show: (errors: Errors) => void): FormRules<ShopContent> {
  const rules = rulesFor(content)
  return {
    ...rules,
    read(values) {
      const read = rules.read(values)
      if (read.errors) show(read.errors)
      return read
    },
  }
}

/** The first section with an error. */
const sectionOf = (errors: Errors): number | undefined => {
  const keys = new Set(Object.keys(errors).map(path => path.split('.')[0]))
  const index = sections.findIndex(section => section.keys.some(key => keys.has(key)))
  return index < 0 ? undefined : index
}

/** The conflict is shown above the button; the server's errors name fields inside of `content`. */
function explainSaving(error: unknown): Explanation {
  if (hasCode(error, 'changed_meanwhile')) return { sentence: '', fields: {} }
  const { sentence, fields: named } = explain(error)
  return {
    sentence,
    fields: Object.fromEntries(
      Object.entries(named).map(([path, message]) => [path.replace(/^content\./, ''), message]),
    ),
  }
}
