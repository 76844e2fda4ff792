import type { Result, Row } from '../figures.ts'
import { type Machine, machineSentence } from '../machine.ts'
import { cellsOf, heads } from './cells.ts'

/** For the terminal. */
export function tableOf(rows: readonly Row[]): string {
  const lines = [heads, ...rows.map(cellsOf)]
  const widths = heads.map((_, column) => Math.max(...lines.map(line => line[column]?.length ?? 0)))
  return lines
    .map(line =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const markdownTable = (rows: readonly Row[]): string =>
  [line(heads), line(heads.map(() => '---')), ...rows.map(row => line(cellsOf(row)))].join('\n')

/** What was measured, when and where. */
export interface Run {
  machine: Machine
  when: string
  results: Result[]
}

const begin = '<!-- npm run bench writes from here -->'
const end = '<!-- to here -->'

const measuredOn = ({ machine, when }: Run): string =>
  `Measured by \`npm run bench\` on ${when}: ${machineSentence(machine)}.
Each figure is the median; in brackets the lowest and highest round. Shop and yardstick take turns in the same run.`

/** Everything that was measured, part by part. */
export function markdownOf(run: Run): string {
  const parts = [...Map.groupBy(run.results, ({ part }) => part)]
  return `# Results of the benchmark

${measuredOn(run)}
Of two figures with a slash, the first is the shop's and the second the yardstick's. [009](../docs/decisions/009-measuring.md)
explains the method.

${parts.map(([part, rows]) => `## ${part}\n\n${markdownTable(rows)}\n`).join('\n')}`
}

/** The README with the results that readers ask for first, instead of its last ones. */
export function withResults(readme: string, run: Run): string {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The README has no place for the results: ${begin} … ${end}`)
  const table = markdownTable(run.results.filter(({ inReadme }) => inReadme))
  return `${readme.slice(0, from)}${begin}\n${measuredOn(run)}\n\n${table}\n${readme.slice(to)}`
}
