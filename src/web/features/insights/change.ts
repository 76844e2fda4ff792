/** A figure compared with the previous period. */
export type Change = { kind: 'more' | 'fewer'; percent: number } | { kind: 'same' } | { kind: 'first' }

export function changeOf(now: number, before: number): Change {
  if (now === before) return { kind: 'same' }
  if (before === 0) return { kind: 'first' }
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  return { kind: now > before ? 'more' : 'fewer', percent }
}
