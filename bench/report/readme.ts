import type { Result } from '../figures.ts'
import type { Machine } from '../machine.ts'
import { markdownTable, measuredOn } from './table.ts'
import { figureOf } from './words.ts'

const begin = '<!-- npm run bench writes from here -->'
const end = '<!-- to here -->'

/** The README with these results instead of its last ones. */
export function withResults(
  readme: string,
  results: readonly Result[],
  machine: Machine,
  when: string,
): string {
  const [from, to] = [readme.indexOf(begin), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The README has no place for the results: ${begin} … ${end}`)
  const growth = results.filter(({ part }) => part === 'growth')
  const others = results.filter(({ part }) => part !== 'growth')
  const text = [begin, measuredOn(machine, when), '', markdownTable(others), '', grownBy(growth)].join('\n')
  return `${readme.slice(0, from)}${text}\n${readme.slice(to)}`
}

function grownBy(results: readonly Result[]): string {
  const sorted = results.toSorted((a, b) => a.figure.value - b.figure.value)
  const [middle, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  if (!middle || !worst) return ''
  return `With 100,000 items, 50,000 users, a million orders and 100,000 reviews instead of a thousand of each, the p99
of ${results.length} lists, searches, details and admin pages is ${figureOf(middle)} in the middle and ${figureOf(worst)} at most (${worst.name.replace('growth: ', '')}).`
}
