import * as z from 'zod/mini'
import { actNames } from '#domain/audit.ts'
import { endpoint } from './endpoint.ts'
import { day, id, pageQuery, searchText, storable } from './shapes.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** What somebody did, and from where. */
const auditEntry = z.strictObject({
  _id: id,
  at: z.iso.datetime(),
  /** An e-mail, or the id of whoever was erased; null for the shop itself and for whoever was not let in. */
  who: z.nullable(z.string()),
  address: z.nullable(z.string()),
  what: z.enum(actNames),
  /** What it was about, and where something was changed what it was before and after. */
  detail: z.record(z.string(), z.union([value, z.array(value), z.record(z.string(), value)])),
  /** The same as people write it: names, numbers of orders, dollars. Made when it is read; an erasure leaves no name. */
  about: z.string(),
  /** Over this row and the one before it. */
  hash: z.string(),
})

export type AuditEntry = z.output<typeof auditEntry>

const auditFilter = z.strictObject({
  /**
   * What was done, in the words of the list; who did it or whom it concerns, by the beginning of an e-mail or words of a
   * name; the number of an order, words of an item's name, an id, or an address.
   */
  search: z.optional(
    searchText.check(z.refine(storable, 'This contains characters that cannot be looked for.')),
  ),
  /** Days of the shop, both included. */
  from: z.optional(day),
  to: z.optional(day),
})

export type AuditQuery = z.output<typeof auditFilter>

export const audit = {
  list: endpoint({
    method: 'GET',
    path: '/audit',
    who: 'admin',
    summary: 'What admins and commands did, and who signed in or was refused; newest first',
    query: z.extend(pageQuery, auditFilter.shape),
    answer: z.array(auditEntry),
  }),
  export: endpoint({
    method: 'GET',
    path: '/audit.csv',
    who: 'admin',
    summary: 'The same as a file, all of it',
    query: auditFilter,
    answers: 'text/csv',
    freshProof: 'with_factor',
  }),
}
