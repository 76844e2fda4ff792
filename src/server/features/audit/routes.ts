import { type AuditEntry, type AuditQuery, audit as contract } from '#contract/audit.ts'
import type { Page } from '#contract/shapes.ts'
import { acts } from '#domain/audit.ts'
import { endOfDay, startOfDay } from '#domain/day.ts'
import { type CsvSource, csvFile } from '../../csv/csv-file.ts'
import type { Deps } from '../../deps.ts'
import { answerPage, withOneMore } from '../../http/paging.ts'
import type { Serve } from '../../http/serve.ts'
import * as audit from '../../store/audit.ts'
import { list } from '../../store/audit-list.ts'

const columns = ['at', 'who', 'address', 'what', 'about', 'detail', 'hash'] as const

const cellsOf: CsvSource<AuditEntry>['cellsOf'] = entry => {
  const line = { ...entry, what: acts[entry.what], detail: JSON.stringify(entry.detail) }
  return columns.map(column => line[column])
}

export function auditRoutes(serve: Serve, deps: Deps): void {
  const { db, config, now } = deps
  const find = ({ search, from, to }: AuditQuery, page: Page) =>
    list(
      db.read,
      {
        search,
        from: from ? startOfDay(from, config.timeZone) : undefined,
        until: to ? endOfDay(to, config.timeZone) : undefined,
      },
      page,
    )

  serve(contract.list, async ({ query, reply }) => {
    return answerPage(reply, '/audit', query, await find(query, withOneMore(query)))
  })

  serve(contract.export, async ({ caller, query, reply }) => {
    await db.write(tx => audit.note(tx, caller, 'audit_exported', {}, now()))
    reply.header('content-disposition', 'attachment; filename="audit-log.csv"')
    return csvFile({ columns, cellsOf, read: page => find(query, page) })
  })
}
