import type { ItemDetails } from '#contract/item-details.ts'
import { itemFiles as contract, fileColumns } from '#contract/item-files.ts'
import type { ListedItem } from '#contract/managed-items.ts'
import { csvFile } from '../../csv/csv-file.ts'
import type { Deps } from '../../deps.ts'
import type { Serve } from '../../http/serve.ts'
import * as managedItems from '../../store/admin-items.ts'
import * as audit from '../../store/audit.ts'
import { checkImport, importItems } from './import-items.ts'
import { pictureCell } from './picture-cell.ts'

/** Exports the items as a spreadsheet file, and imports them. */
export function itemFileRoutes(serve: Serve, deps: Deps): void {
  serve(contract.export, async ({ caller, reply }) => {
    await deps.db.write(tx => audit.note(tx, caller, 'items_exported', {}, deps.now()))
    reply.header('content-disposition', 'attachment; filename="items.csv"')
    return csvFile({
      columns: fileColumns,
      cellsOf: (item: ListedItem & ItemDetails) => {
        const line = {
          ...item,
          pictures: pictureCell(item.pictures),
          availableBefore: item.availableQuantity,
        }
        return fileColumns.map(column => line[column])
      },
      read: page => managedItems.listDetailed(deps.db.read, page),
    })
  })

  serve(contract.import, ({ caller, query, upload, idempotencyKey, reportProgress }) =>
    query.dry === 'true'
      ? checkImport(deps, upload(), reportProgress)
      : importItems(deps, caller, { file: upload(), key: idempotencyKey }, reportProgress),
  )
}
