import type { Row } from '../figures.ts'
import { goalOf, rounded } from './words.ts'

const width = 860
const left = 336
const right = 70
const rowHeight = 24
const headHeight = 46
const span = width - left - right

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** One bar that is far too long must not make the others unreadable: it is cut, its figure stands beside it. */
const longest = 1.7
const x = (value: number): number => left + (span * Math.min(value, longest)) / longest

const isBounded = ({ goal }: Row): boolean => goal !== undefined && 'atMost' in goal

/** How the shop does against its yardsticks, row by row; a line marks each goal. Drawn from the results alone. */
export function chartOf(rows: readonly Row[], caption: string): string {
  const shown = rows.filter(row => row.figure.kind === 'ratio' && !row.invalid)
  const sections: [string, Row[]][] = [
    ['As fast as the yardstick: more is better', shown.filter(row => !isBounded(row))],
    ['As slow as the yardstick: less is better', shown.filter(isBounded)],
  ]
  let y = 0
  const drawn = sections.map(([title, bars]) => {
    const at = y
    y += headHeight + bars.length * rowHeight + 14
    return section(title, bars, at)
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 24}" role="img" aria-label="The shop against its yardsticks">
<style>
text { font: 13px system-ui, sans-serif; fill: #444 } .small { font-size: 11px } .title { font-weight: 600 } .tick { stroke: #8884 }
.met { fill: #4b7f52 } .missed { fill: #b5542f } .plain { fill: #6b7280 } .goal { stroke: #222; stroke-width: 2 }
@media (prefers-color-scheme: dark) { text { fill: #ccc } .goal { stroke: #eee } }
</style>
${drawn.join('\n')}
<text class="small" x="8" y="${y + 14}">${escaped(caption)}</text>
</svg>
`
}

function section(title: string, rows: readonly Row[], y: number): string {
  const top = y + headHeight
  const ticks = [0, 0.5, 1, 1.5].map(
    value =>
      `<line class="tick" x1="${x(value)}" x2="${x(value)}" y1="${top - 6}" y2="${top + rows.length * rowHeight}"/>
<text class="small" x="${x(value)}" y="${top - 12}" text-anchor="middle">${value}×</text>`,
  )
  return `<text class="title" x="${left}" y="${y + 16}">${escaped(title)}</text>
${ticks.join('\n')}
${rows.map((row, at) => bar(row, top + at * rowHeight)).join('\n')}`
}

function bar(row: Row, y: number): string {
  const { value } = row.figure
  const look = row.met === undefined ? 'plain' : row.met ? 'met' : 'missed'
  const bound = row.goal && ('atLeast' in row.goal ? row.goal.atLeast : row.goal.atMost)
  const mark =
    bound === undefined
      ? ''
      : `<line class="goal" x1="${x(bound)}" x2="${x(bound)}" y1="${y}" y2="${y + 20}"/>`
  const goal = goalOf(row)
  return `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${escaped(row.name)}</text>
<rect class="${look}" x="${left}" y="${y + 2}" width="${Math.max(1, x(value) - left)}" height="16" rx="2"><title>${escaped(row.name)}: ${rounded(value)}×${goal && `, goal ${escaped(goal)}`}</title></rect>
${mark}<text class="small" x="${left + span + 8}" y="${y + 14}">${rounded(value)}×</text>`
}
