import assert from 'node:assert/strict'
import { test } from 'vitest'
import { aboutOf } from './audit-words.ts'

const names: Record<string, string> = {
  u1: 'Ann Lee (ann@example.com)',
  i1: 'Oak Tray',
  o1: 'T-1042',
  o2: 'T-1043',
}
const about = (detail: Parameters<typeof aboutOf>[0]) => aboutOf(detail, id => names[id])

test('an audit row is described with names, order numbers and dollars', () => {
  for (const [detail, said] of [
    [{}, ''],
    [{ user: 'u1' }, 'Ann Lee (ann@example.com)'],
    [{ user: 'gone' }, 'an erased user'],
    [{ orders: ['o1', 'gone'] }, 'T-1042, a deleted order'],
    [{ picture: '/images/0123-960.webp' }, ''],
    [
      { item: 'i1', before: { photoUrl: '/images/0-960.webp' }, after: { photoUrl: '/images/1-960.webp' } },
      'Oak Tray: picture changed',
    ],
    [{ why: 'wrong code' }, 'wrong code'],
    [{ orders: ['o1', 'o2'] }, 'T-1042, T-1043'],
    [{ order: 'o1', refund: 'r1', amount_minor: 1250, restocked: 0 }, 'T-1042: amount $12.50, restocked 0'],
    [{ order: 'o1', amount_cents: 1250 }, 'T-1042: amount $12.50'],
    [
      { item: 'i1', name: 'Oak Tray', price_minor: 3400, stocked_quantity: 7 },
      'Oak Tray: name Oak Tray, price $34, in stock 7',
    ],
    [{ item: 'i1', change: -2, counted: null }, 'Oak Tray: change -2'],
    [{ item: 'i1', change: 2, counted: 9 }, 'Oak Tray: change +2, counted 9'],
    [
      { item: 'i1', before: { price: 5, size: '' }, after: { price: 6.5, size: 'A4' } },
      'Oak Tray: price $5 → $6.50, size none → A4',
    ],
    [{ review: 'r1', hidden: true, answered: false }, 'hidden yes, answered no'],
    [{ orders: 'each', lowStock: false }, 'orders each, low stock no'],
    [{ import: 'x', digest: 'y', added: 3, changed: 0 }, 'added 3, changed 0'],
    [{ by: 'email' }, 'by email'],
  ] as const)
    assert.equal(about(detail), said)
})
