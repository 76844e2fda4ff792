import type { Row } from '../figures.ts'
import { type Machine, machineSentence } from '../machine.ts'
import { cellsOf, heads } from './words.ts'

/** For the terminal. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(cellsOf)
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map(row => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  const body = rows.flatMap((row, at) => [
    line(cells[at] ?? []),
    ...(row.invalid ? [`    invalid: ${row.invalid}`] : []),
  ])
  return [line(heads), widths.map(width => '─'.repeat(width)).join('  '), ...body].join('\n')
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

export const markdownTable = (rows: readonly Row[]): string =>
  [line(heads), line(heads.map(() => '---')), ...rows.map(row => line(cellsOf(row)))].join('\n')

export const measuredOn = (machine: Machine, when: string): string =>
  `Measured by \`npm run bench\` on ${when}: ${machineSentence(machine)}. Medians, in brackets the least and the most
of all rounds; shop and yardstick take turns in the same run.`

/** Everything that was measured, and against what. */
export function markdownOf(rows: readonly Row[], machine: Machine, when: string): string {
  const notes = rows.flatMap(row => {
    const words = [
      row.against && `against ${row.against}`,
      row.note,
      row.invalid && `invalid: ${row.invalid}`,
    ]
    const said = words.filter(Boolean).join('; ')
    return said ? [`- ${row.name}: ${said}.`] : []
  })
  return [measuredOn(machine, when), '', markdownTable(rows), '', ...notes, ''].join('\n')
}
