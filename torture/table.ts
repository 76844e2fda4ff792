import type { Tally } from './scenario.ts'

export interface Row {
  name: string
  engine: string
  tally: Tally
  seconds: number
}

const heads = ['scenario', 'engine', 'rounds', 'faults', 'acknowledged', 'lost', 'broken', 'seconds']

export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ name, engine, tally, seconds }) => [
    name,
    engine,
    ...[tally.rounds, tally.faults, tally.acknowledged, tally.lost, tally.wrong.length].map(String),
    seconds.toFixed(1),
  ])
  const widths = heads.map((head, column) =>
    Math.max(head.length, ...cells.map(row => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return [line(heads), widths.map(width => '─'.repeat(width)).join('  '), ...cells.map(line)].join('\n')
}
