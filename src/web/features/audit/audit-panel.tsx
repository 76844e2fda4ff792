import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AuditEntry, AuditQuery } from '#contract/audit.ts'
import { acts } from '#domain/audit.ts'
import { download } from '../../api/download.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { DayField } from '../../ui/day-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Paged } from '../../ui/paged.tsx'
import { SearchForm } from '../../ui/search-form.tsx'
import { When } from '../../ui/time.tsx'
import { auditLog } from './queries.ts'

interface AuditPanelProps {
  isOpen: boolean
  onClose: () => void
}

/** Actions of admins and commands, and all sign-ins. */
export default function AuditPanel({ isOpen, onClose }: AuditPanelProps) {
  return (
    <Dialog open={isOpen} title="Audit log" side onClose={onClose}>
      {isOpen && <Log />}
    </Dialog>
  )
}

function Log() {
  const [filter, setFilter] = useState<AuditQuery>({})
  const list = useInfiniteQuery(auditLog(filter))
  const show = (change: AuditQuery) => setFilter(now => ({ ...now, ...change }))
  return (
    <div className="mt-6">
      <SearchForm
        className="mb-6 grid gap-4"
        label="Search the log"
        placeholder="Person, order, item or action"
        search={filter.search ?? ''}
        onSearch={search => show({ search: search || undefined })}
      >
        {finish => (
          <div className="grid grid-cols-2 gap-4">
            <DayField
              label="From"
              day={filter.from}
              onChange={from => show({ search: finish() || undefined, from })}
            />
            <DayField
              label="To"
              day={filter.to}
              onChange={to => show({ search: finish() || undefined, to })}
            />
          </div>
        )}
      </SearchForm>
      <p className="mb-4">
        <ActionButton
          className="btn-sm btn-quiet"
          onPress={() => download('GET /audit.csv', { query: filter })}
          done="These rows were exported"
        >
          Export
        </ActionButton>
      </p>
      <div aria-busy={list.isPlaceholderData} className="found-items">
        <Paged list={list} empty={<p>No entries match.</p>}>
          {rows => (
            <ol aria-label="Audit log" className="timeline-list">
              {rows.map(entry => (
                <Entry key={entry._id} entry={entry} />
              ))}
            </ol>
          )}
        </Paged>
      </div>
    </div>
  )
}

const Entry = ({ entry: { at, who, address, what, about } }: { entry: AuditEntry }) => (
  <li>
    <span className="w-full wrap-anywhere">
      <strong>{acts[what]}</strong>{' '}
      <span className="text-soft">{who ?? (address === null ? 'The shop' : 'Unknown')}</span>
    </span>
    <span className="text-sm text-soft">
      <When at={at} />
      {address !== null && `, ${address}`}
    </span>
    {about !== '' && <span className="w-full text-sm text-soft wrap-anywhere">{about}</span>}
  </li>
)
