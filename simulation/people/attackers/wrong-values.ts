import type { Random } from '../../interfaces.ts'

/** Numbers that nobody should send where a quantity, a price or a limit belongs. */
export const wrongNumbers: readonly unknown[] = [
  -1,
  0,
  -0.01,
  0.001,
  1e9,
  1e21,
  2 ** 31,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  '1',
  ' 1 ',
  '',
  'NaN',
  null,
  true,
  [],
  [1],
  {},
]

const wrongTexts: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x'.repeat(5000),
  '../../etc/passwd',
  "' OR 1=1 --",
  '{{7*7}}',
  '<img src=x onerror=alert(1)>',
  '\u202egnp.exe',
  'ﷺ'.repeat(50),
  'a\r\nBcc: all@mail.example',
  0,
  false,
  null,
  [],
  {},
  { $ne: null },
  ['x'],
]

/** Places in a path where an id belongs. */
export const wrongIds = [
  '0',
  'null',
  'undefined',
  '../users',
  '%2e%2e%2f',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  "'",
  'a'.repeat(300),
  '%00',
  '1;drop table orders',
] as const

export const wrongValue = (random: Random): unknown =>
  random.chance(0.5) ? random.pick(wrongNumbers) : random.pick(wrongTexts)

/** The same body with something wrong: a value, a missing field, or one too many. */
export function spoiled(random: Random, body: Readonly<Record<string, unknown>>): unknown {
  const names = Object.keys(body)
  const name = random.pick(names.length > 0 ? names : ['x'])
  const fault = random.weighted({ value: 8, missing: 2, extra: 1, prototype: 1, whole: 1 })
  if (fault === 'whole') return wrongValue(random)
  if (fault === 'extra') return { ...body, paid: true, role: 'admin', email: 'owner@tuckshop.example' }
  if (fault === 'prototype')
    return JSON.parse(`{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}`)
  if (fault === 'missing') return Object.fromEntries(Object.entries(body).filter(([one]) => one !== name))
  return { ...body, [name]: wrongValue(random) }
}
