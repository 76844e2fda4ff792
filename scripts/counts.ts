export interface Counts {
  passed: number
  failed: number
  skipped: number
}

const last = (output: string, pattern: RegExp): number =>
  Number([...output.matchAll(pattern)].at(-1)?.[1] ?? 0)

/** Adds what the closing lines of node's test runner, of Playwright or of the torture say. */
export function add(total: Counts, output: string): void {
  const node = (name: string) => last(output, new RegExp(`^(?:ℹ|#) ${name} (\\d+)$`, 'gm'))
  const playwright = (name: string) => last(output, new RegExp(`^\\s+(\\d+) ${name}\\b`, 'gm'))
  total.passed += node('pass') + playwright('passed')
  total.failed += node('fail') + node('cancelled') + playwright('failed')
  total.skipped += node('skipped') + node('todo') + playwright('skipped') + playwright('did not run')
}

export const closingLine = ({ passed, failed, skipped }: Counts): string =>
  `\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped`

/** Node's runner marks a skipped test with ﹣ or # skip, one for later with # todo; Playwright's list with a hyphen. */
const skipLine = /^\s*(?:﹣ .*|.*# (?:skip|todo)\b.*|-\s+\d+ \[\w+\] › .*)$/gim

/**
 * The skipped tests that do not say what this machine lacks. `{ skip: 'needs …' }` does; whatever else is skipped
 * fails the stage, because a test that does not run shows nothing.
 */
export const unexcused = (output: string): string[] =>
  [...output.matchAll(skipLine)]
    .map(([line]) => line.trim())
    .filter(line => !/# (?:skip )?needs /i.test(line))
