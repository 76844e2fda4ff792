import { download } from '../../api/download.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import type { OrderFilter } from './queries.ts'

/** Downloads all orders that match the filter as a spreadsheet file. */
export const ExportOrders = ({ filter }: { filter: OrderFilter }) => (
  <ActionButton
    className="btn-sm btn-quiet"
    onPress={() => download('GET /booking.csv', { query: filter })}
    done="Exported these orders"
  >
    Export
  </ActionButton>
)
