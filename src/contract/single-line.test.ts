import assert from 'node:assert/strict'
import { test } from 'vitest'
import * as z from 'zod/mini'
import { namedCalls } from './index.ts'
import { addedLine, changedLine } from './item-files.ts'
import { email } from './shapes.ts'

/** Fields with a text area. */
const multiLineFields = [
  'description',
  'comment',
  'answer',
  'letter',
  'content.address',
  'content.delivery',
  'content.returns',
  'content.contact',
  'transfer.text',
]

/** Fields that accept any text, and why. */
const exempt: Readonly<Record<string, string>> = {
  password: 'stored only as a hash of the exact text',
  current: 'a password',
  search: 'is looked for, and neither kept nor shown to others',
  itemName: 'as the page showed it; the order gets the name from the database',
}

interface Leaf {
  place: string
  name: string
  shape: z.ZodMiniType
}

/** Every field of a shape, at all levels, that is not an object or a list. */
function leavesOf(shape: z.ZodMiniType, place: string, name = ''): Leaf[] {
  if (shape instanceof z.ZodMiniObject)
    return Object.entries(shape.shape).flatMap(([field, inner]) =>
      leavesOf(inner as z.ZodMiniType, `${place}.${field}`, field),
    )
  if (shape instanceof z.ZodMiniArray)
    return leavesOf(shape._zod.def.element as z.ZodMiniType, `${place}[]`, name)
  if (
    shape instanceof z.ZodMiniOptional ||
    shape instanceof z.ZodMiniNullable ||
    shape instanceof z.ZodMiniDefault
  )
    return leavesOf(shape._zod.def.innerType as z.ZodMiniType, place, name)
  if (shape instanceof z.ZodMiniUnion)
    return shape._zod.def.options.flatMap(option => leavesOf(option as z.ZodMiniType, place, name))
  // Ignored fields are not stored.
  if (shape instanceof z.ZodMiniUnknown) return []
  return [{ place, name, shape }]
}

const leaves = [
  ...namedCalls.flatMap(({ noun, verb, call }) =>
    (['params', 'query', 'body'] as const).flatMap(part => {
      const shape = call[part]
      return shape ? leavesOf(shape, `${noun}.${verb} ${part}`) : []
    }),
  ),
  ...leavesOf(addedLine, 'a new line of a file'),
  ...leavesOf(changedLine, 'a changed line of a file'),
]

const checked = leaves.filter(({ name, shape }) => !(name in exempt) && shape !== email)

const takes = (shape: z.ZodMiniType, value: string): boolean => shape.safeParse(value).success

const controls = ['a\x1bb', 'a\x07b', 'a\x9bb', 'a\u202Eb', 'a\u2066b', 'a\0b', 'a\ud800b']
const breaks = ['a\nb', 'a\r\nb', 'a\rb', 'a\u0085b', 'a\u2028b', 'a\vb']
const unseen = ['a\u200Bb', 'a\u00ADb', 'a\uFEFFb', 'a\u200Db']

/** At 6ceb9a3 names, addresses, reasons, notes and tracking numbers accepted line breaks and ESC. */
test('no field accepts controls or direction marks, and only text areas accept line breaks', () => {
  const texts = checked.filter(({ shape }) => takes(shape, 'plain'))
  assert.ok(texts.length >= 30, `${texts.length} fields of text`)
  for (const { place, shape } of checked) {
    const isLong = multiLineFields.some(field => place.endsWith(`.${field}`))
    for (const bad of [...controls, ...(isLong ? [] : [...breaks, ...unseen])])
      assert.equal(takes(shape, bad), false, `${place} takes ${JSON.stringify(bad)}`)
    if (isLong) assert.equal(shape.safeParse(' a\r\nb\n').data, 'a\nb', place)
  }
})

test('every field has a maximum length', () => {
  for (const { place, shape } of leaves) assert.equal(takes(shape, 'x'.repeat(70_000)), false, place)
})

test('an invalid field gets its own message', () => {
  const name = leaves.find(({ place }) => place === 'identity.signUp body.name')?.shape
  const messagesFor = (value: string) => name?.safeParse(value).error?.issues.map(({ message }) => message)
  assert.deepEqual(messagesFor('Own\nPaid: $0'), ['Write this on one line.'])
  assert.deepEqual(messagesFor('Ann\u202E'.concat('x')), [
    'This contains invisible characters. Type it again.',
  ])
  assert.deepEqual(messagesFor('  '), ['Name is required'])
})
