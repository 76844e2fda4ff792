import type { Row, Spread } from '../figures.ts'

export const rounded = (value: number): string => {
  if (!Number.isFinite(value)) return '?'
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

/** The median, and how far the rounds lie apart. */
export const told = ({ median, least, most }: Spread): string =>
  least === most ? rounded(median) : `${rounded(median)} (${rounded(least)}–${rounded(most)})`

const suffixes: Record<Row['figure']['kind'], (unit: string) => string> = {
  ratio: () => '×',
  difference: unit => ` ${unit}`,
  value: unit => ` ${unit}`,
}

export const figureOf = ({ figure: { value, kind }, unit }: Row): string =>
  `${kind === 'difference' && value > 0 ? '+' : ''}${rounded(value)}${suffixes[kind](unit)}`

export function goalOf({ goal, figure, unit }: Row): string {
  if (!goal) return ''
  const suffix = suffixes[figure.kind](unit)
  return 'atLeast' in goal ? `≥ ${rounded(goal.atLeast)}${suffix}` : `≤ ${rounded(goal.atMost)}${suffix}`
}

export const verdictOf = ({ met, invalid }: Row): string => {
  if (invalid) return 'invalid'
  return met === undefined ? '' : met ? 'met' : 'missed'
}

export const heads = ['what', 'shop', 'yardstick', 'figure', 'goal', ''] as const

export const cellsOf = (row: Row): string[] => [
  row.name,
  `${told(row.shop)} ${row.unit}`,
  row.yardstick ? told(row.yardstick) : '',
  figureOf(row),
  goalOf(row),
  verdictOf(row),
]
