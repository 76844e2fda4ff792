import type { Kind, Row, Spread } from '../figures.ts'

export const rounded = (value: number): string => {
  if (!Number.isFinite(value)) return '?'
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 ? 2 : 4
  return value.toLocaleString('en', { maximumFractionDigits: digits })
}

/** The median and the spread. */
const spreadText = ({ median, least, most }: Spread): string =>
  least === most ? rounded(median) : `${rounded(median)} (${rounded(least)}–${rounded(most)})`

const withUnit = (text: string, unit: string, kind: Kind = 'value'): string =>
  kind === 'ratio' ? `${text}×` : `${text} ${unit}`.trim()

const figureOf = ({ figure: { value, kind }, unit }: Row): string =>
  withUnit(`${kind === 'difference' && value > 0 ? '+' : ''}${rounded(value)}`, unit, kind)

function goalOf({ goal, figure, unit }: Row): string {
  if (!goal) return ''
  const bound = 'atLeast' in goal ? `≥ ${rounded(goal.atLeast)}` : `≤ ${rounded(goal.atMost)}`
  return withUnit(bound, unit, figure.kind)
}

const verdictOf = ({ met, invalid }: Row): string => {
  if (invalid) return 'invalid'
  return met === undefined ? '' : met ? 'met' : 'missed'
}

export const heads = ['what', 'shop', 'yardstick', 'figure', 'goal', 'verdict', 'notes'] as const

export const cellsOf = (row: Row): string[] => [
  row.name,
  withUnit(spreadText(row.shop), row.unit),
  row.yardstick ? spreadText(row.yardstick) : '',
  figureOf(row),
  goalOf(row),
  verdictOf(row),
  [row.invalid && `invalid: ${row.invalid}`, row.notes].filter(Boolean).join('; '),
]
