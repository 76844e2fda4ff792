import { itemColumns } from '#contract/item-files.ts'

/** A line that can be imported as it is: hidden, so that nobody orders it. */
const example: Readonly<Partial<Record<(typeof itemColumns)[number], string>>> = {
  name: 'Oak Tray',
  description: 'One piece of oak.',
  price: '34.50',
  availableQuantity: '20',
  mustQuantity: '1',
  photoUrl: 'https://example.com/tray.jpg',
  hidden: 'true',
  materials: 'Oak',
  size: '30 x 20 cm',
  care: 'Wipe it with a damp cloth.',
}

const lines = [itemColumns, itemColumns.map(column => example[column] ?? '')]

/** The address of a file with the header and one line as an example. */
export const importTemplate = `data:text/csv;charset=utf-8,${encodeURIComponent(
  lines.map(cells => `${cells.join(',')}\r\n`).join(''),
)}`
