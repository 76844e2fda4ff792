import type { TestContext } from 'vitest'
import type { ImportReport } from '../../../src/contract/item-files.ts'
import type { Network } from './network.ts'
import { settle } from './screen.ts'
import { type Visit, visit } from './visit.tsx'

export const importCall = 'POST /api/items.csv'
export const importAddress = '/dashboard/manageItems?import=file'

/** The report about a file without faults. */
export const faultlessReport: ImportReport = {
  added: 1,
  changed: 2,
  faults: [],
  lines: [
    {
      line: 2,
      name: 'Spoon',
      isNew: true,
      changes: [
        { column: 'price', from: null, to: 4.5 },
        { column: 'availableQuantity', from: null, to: 20 },
      ],
    },
    {
      line: 3,
      name: 'Tray',
      isNew: false,
      changes: [
        { column: 'price', from: 34, to: 36 },
        { column: 'hidden', from: false, to: true },
      ],
    },
    { line: 5, name: 'Mug', isNew: false, changes: [{ column: 'availableQuantity', from: 7, to: 10 }] },
  ],
  checked: 'the checked file',
}

/** Opens the import panel. */
export async function importing(t: TestContext, net: Network): Promise<Visit> {
  const page = await visit(t, importAddress, net)
  await page.until(() => page.all('input[type=file]')[0])
  return page
}

export async function chooseFile(page: Visit, text: BlobPart = 'name\nTray\n'): Promise<void> {
  const input = page.field('CSV file') as HTMLInputElement
  Object.defineProperty(input, 'files', { value: [new File([text], 'items.csv')], configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await settle()
}
