import type { LightMyRequestResponse } from 'fastify'
import type { ImportReport } from '../../src/contract/item-files.ts'
import type { Customer } from './customers.ts'

/** The columns of a file that was written by hand, which lacks `availableBefore`. */
export const columns = '_id,name,description,price,availableQuantity,mustQuantity,photoUrl,hidden'

/** The columns that an exported file has after these. */
export const moreColumns = 'pictures,materials,size,care,family,tax,availableBefore'

export const fileOf = (...lines: string[]): string => [columns, ...lines].join('\n')

export const newItemLine = (name: string, free = 10): string =>
  `,${name},For tests,34,${free},1,/pictures/x.webp,false`

export const importFile = (
  admin: Customer,
  file: string | Buffer,
  query = '',
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> =>
  admin.call('POST', `/api/items.csv${query}`, Buffer.from(file), { 'content-type': 'text/csv', ...headers })

export const dryRun = async (admin: Customer, file: string | Buffer): Promise<ImportReport> =>
  (await importFile(admin, file, '?dry=true')).json<ImportReport>()

/** The lines of an exported file, without the byte order mark and the header. */
export async function exported(admin: Customer, path = '/api/items.csv'): Promise<string[]> {
  const { body } = await admin.call('GET', path)
  return body.replace('\ufeff', '').trimEnd().split('\r\n').slice(1)
}
