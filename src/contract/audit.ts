import * as z from 'zod/mini'
import { actNames } from '#domain/audit.ts'
import { endpoint } from './endpoint.ts'
import { day, id, pageQuery, searchText, storable } from './shapes.ts'

const value = z.union([z.string(), z.number(), z.boolean(), z.null()])

const auditEntry = z.strictObject({
  _id: id,
  at: z.iso.datetime(),
  /** An email, or the id of an erased user; null for the shop itself and for refused sign-ins. */
  who: z.nullable(z.string()),
  address: z.nullable(z.string()),
  what: z.enum(actNames),
  /** The subject, and the values before and after a change. */
  detail: z.record(z.string(), z.union([value, z.array(value), z.record(z.string(), value)])),
  /** `detail` as readable text. Created on each read, so that no name remains after an erasure. */
  about: z.string(),
  /** Covers this row and the previous hash. */
  hash: z.string(),
})

export type AuditEntry = z.output<typeof auditEntry>

const auditFilter = z.strictObject({
  /**
   * Words of an act's label; the start of an email or words of a name, of the actor or the user concerned; an order
   * number; words of an item's name; an id; or an IP address.
   */
  search: z.optional(
    searchText.check(z.refine(storable, 'This contains characters that cannot be searched for.')),
  ),
  /** Days in the shop's time zone, both inclusive. */
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
    summary: 'The whole audit log as a file',
    query: auditFilter,
    answers: 'text/csv',
    freshProof: 'with_factor',
  }),
}
