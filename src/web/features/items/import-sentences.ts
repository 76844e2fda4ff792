import type { ImportReport, PlannedLine } from '#contract/item-files.ts'
import { inThousands } from '#domain/thousands.ts'
import { countOf } from '../../ui/count.ts'

export const itemCount = (count: number): string => countOf(count, 'item')

export const doneSentence = ({ added, changed }: ImportReport): string =>
  `Imported: ${itemCount(added)} added, ${itemCount(changed)} changed`

/** What a checked file would do, or why it cannot be imported. */
export function summaryOf({ added, changed, faults, lines = [] }: ImportReport): string {
  if (faults.length > 0) {
    const one = faults.length === 1
    return `${countOf(faults.length, 'line')} ${one ? 'has an error. Fix it' : 'have errors. Fix them'} and choose the file again.`
  }
  if (added + changed === 0) return 'Every item already matches the file. There is nothing to import.'
  return `This file adds ${itemCount(added)} and changes ${itemCount(changed)}.${stockSentence(lines)}`
}

/** Mentions changed stock of existing items, because the admin may have meant to change only prices. */
function stockSentence(lines: readonly PlannedLine[]): string {
  const differences = lines
    .flatMap(({ isNew, changes }) => (isNew ? [] : changes))
    .filter(({ column }) => column === 'availableQuantity')
    .map(({ from, to }) => Number(to) - Number(from))
  if (differences.length === 0) return ''
  const more = sumOf(differences.filter(difference => difference > 0))
  const fewer = -sumOf(differences.filter(difference => difference < 0))
  const sums = [
    ...(more > 0 ? [`+${inThousands(more)}`] : []),
    ...(fewer > 0 ? [`−${inThousands(fewer)}`] : []),
  ]
  return ` The stock of ${itemCount(differences.length)} changes (${sums.join(', ')}).`
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)
