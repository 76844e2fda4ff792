import { type ReactNode, useEffect, useId, useRef } from 'react'
import { maxFileBytes } from '#contract/endpoint.ts'
import type { ImportReport } from '#contract/item-files.ts'
import { maxImportedLines } from '#domain/spreadsheet.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Toasts } from '../../ui/toast.tsx'
import { countOf, doneSentence, useImport } from './import-items.ts'
import { ImportedLines, LineFaults } from './imported-lines.tsx'
import { UploadProgress } from './upload-progress.tsx'

interface ImportPanelProps {
  isOpen: boolean
  onClose: () => void
}

/** Items from a file: first what it would do, line by line, and then all of it or nothing. */
export default function ImportPanel({ isOpen, onClose }: ImportPanelProps) {
  return (
    <Dialog open={isOpen} title="Import items" side onClose={onClose}>
      {isOpen && (
        <div className="mt-6 grid gap-6">
          <Steps onClose={onClose} />
        </div>
      )}
      {/* The page's own ones lie behind the dialog. */}
      {isOpen && <Toasts />}
    </Dialog>
  )
}

function Steps({ onClose }: { onClose: () => void }) {
  const { step, check, importChecked, startAgain } = useImport()
  const again = (
    <button type="button" className="btn btn-quiet" onClick={startAgain}>
      Choose another file
    </button>
  )
  switch (step.at) {
    case 'start':
      return <FileField refusal={step.refusal} onChoose={file => void check(file)} />
    case 'checking':
      return (
        <UploadProgress
          share={step.progress.sent}
          what="the file"
          then={{ what: 'Checking every line', share: step.progress.done }}
        />
      )
    case 'importing':
      return (
        <UploadProgress
          share={step.progress.sent}
          what="the file"
          then={{ what: 'Importing every line', share: step.progress.done }}
        />
      )
    case 'checked':
      return (
        <Checked report={step.report} refusal={step.refusal} onImport={() => void importChecked(step.report)}>
          {again}
        </Checked>
      )
    case 'done':
      return (
        <>
          <Outcome>{doneSentence(step.report)}.</Outcome>
          <div className="flex flex-wrap gap-3">
            <button type="button" className="btn btn-primary" onClick={onClose}>
              Back to the items
            </button>
            {again}
          </div>
        </>
      )
  }
}

/** Has the focus once it is there: what was pressed before is gone. */
function Outcome({ children }: { children: ReactNode }) {
  const outcome = useRef<HTMLParagraphElement>(null)
  useEffect(() => outcome.current?.focus(), [])
  return (
    <p ref={outcome} tabIndex={-1} role="status" className="font-display text-lg outline-none">
      {children}
    </p>
  )
}

interface FileFieldProps {
  refusal: string | undefined
  onChoose: (file: File) => void
}

/** A file that is too large is not even sent. */
function FileField({ refusal, onChoose }: FileFieldProps) {
  const id = useId()
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        CSV file
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,text/csv"
        className="file-input-plain"
        aria-invalid={refusal ? true : undefined}
        aria-describedby={`${id}-error ${id}-hint`}
        onChange={event => {
          const [file] = event.target.files ?? []
          if (file) onChoose(file)
        }}
      />
      <p id={`${id}-error`} className="field-error" aria-live="polite">
        {refusal}
      </p>
      <p id={`${id}-hint`} className="field-hint">
        The columns are those of an export. A line without an _id adds an item, one with it changes that item;
        a column that is not there stays as it is. At most {maxImportedLines.toLocaleString('en-US')} lines
        and {maxFileBytes / 2 ** 20} MB, in UTF-8. Nothing is changed before you have seen what would be.
      </p>
    </div>
  )
}

interface CheckedProps {
  report: ImportReport
  refusal: string | undefined
  onImport: () => void
  children: ReactNode
}

function Checked({ report, refusal, onImport, children }: CheckedProps) {
  const { added, changed, faults, lines = [] } = report
  const count = added + changed
  return (
    <>
      <Outcome>{summaryOf(report)}</Outcome>
      {refusal && (
        <p role="alert" className="form-error">
          {refusal}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {faults.length === 0 && count > 0 && (
          <button type="button" className="btn btn-primary" onClick={onImport}>
            Import {countOf(count)}
          </button>
        )}
        {children}
      </div>
      {faults.length > 0 && <LineFaults faults={faults} />}
      {lines.length > 0 && <ImportedLines lines={lines} />}
    </>
  )
}

function summaryOf({ added, changed, faults }: ImportReport): string {
  if (faults.length > 0)
    return `${faults.length === 1 ? '1 line has a fault' : `${faults.length.toLocaleString('en-US')} lines have faults`}. Nothing can be imported until ${faults.length === 1 ? 'it is' : 'they are'} mended.`
  if (added + changed === 0) return 'Every item is as the file says already. There is nothing to import.'
  return `This file adds ${countOf(added)} and changes ${countOf(changed)}.`
}
