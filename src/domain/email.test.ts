import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { composedEmail, emailFault, isComparable, normalizeEmail, sameEmail } from './email.ts'

test('every alphabet is accepted, if each part uses only one', () => {
  for (const email of [
    'ann@example.com',
    "o'brien+shop_1.x-y@sub.example.co.uk",
    'ann@localhost',
    'jörg@müller.example',
    'nguyễn.ăn@example.com',
    'łukasz.żółw@przykład.pl',
    'анна.петрова@пример.рф',
    'ελένη@παράδειγμα.gr',
    'दीपक@उदाहरण.भारत',
    '山田たろうー@例え.jp',
    '홍길동@예시.kr',
    'سارة@مثال.com',
    'анна@example.com',
    'ann@xn--mller-kva.example',
  ])
    assert.equal(emailFault(composedEmail(email)), undefined, email)
})

test('invisible, compatibility and lookalike characters are refused, each with its own message', () => {
  const faults: Record<string, string[]> = {
    invisible: [
      'ann\u200B@example.com',
      'ann@exam\u00ADple.com',
      '\u202Enna@example.com',
      'ann\u2066@example.com',
      'ann\uFEFF@example.com',
      'ann\u3164@example.com',
      'ann\u00A0b@example.com',
      'ann\uE000@example.com',
      'ann\u0378@example.com',
      'ann\uFE0F@example.com',
    ],
    'special forms of letters': [
      'ａnn@example.com',
      'ﬁnn@example.com',
      'ann@ex\u2113mple.com',
      'ann²@example.com',
    ],
    'several alphabets': [
      'аnn@example.com',
      'ann@pаypal.com',
      'annα@example.com',
      'ann\u0338@example.com',
      'a\u0332nn@example.com',
      'ann\u0131@example.com',
      'ɑnn@example.com',
      'ann☃@example.com',
      'ann٣@example.com',
      'анна٣@example.com',
      'ann@example。com',
      'ann\u01C0@example.com',
    ],
    'looks like a different address': [
      'ann@аррӏе.com',
      'сосо@example.com',
      'ορο@example.com',
      'х1@example.com',
    ],
  }
  for (const [words, emails] of Object.entries(faults))
    for (const email of emails)
      assert.match(emailFault(composedEmail(email)) ?? 'nothing', new RegExp(words), JSON.stringify(email))
})

test('combining accents are composed', () => {
  assert.equal(composedEmail(' Jo\u0308rg@Example.com '), 'j\u00F6rg@example.com')
  assert.ok(!sameEmail('jo\u0308rg@example.com', 'j\u00F6rg@example.com'), 'older accounts are unchanged')
})

/** Fails if only `toLowerCase` or NFC is used: they turn the Kelvin sign into k or K. */
test('no non-ASCII character becomes ASCII when an address is normalized', () => {
  const foldedToAscii: string[] = []
  for (let point = 0x80; point <= 0x10_ffff; point++) {
    const letter = String.fromCodePoint(point)
    if (/\s/.test(letter)) continue
    if (/[\0-\x7F]/.test(normalizeEmail(letter) + composedEmail(letter)))
      foldedToAscii.push(point.toString(16))
  }
  assert.deepEqual(foldedToAscii, [])
  assert.ok(emailFault(composedEmail('mi\u212Ae@example.com')))
  assert.ok(emailFault(composedEmail('m\u0130ke@example.com')))
})

test('a new account folds the case of every alphabet, and a comparison only that of ASCII', () => {
  assert.equal(composedEmail('J\u00D6RG@M\u00DCLLER.example'), 'j\u00F6rg@m\u00FCller.example')
  assert.equal(normalizeEmail('J\u00D6RG@Example.com'), 'j\u00D6rg@example.com')
})

test('a provider’s address is checked before it is normalized', () => {
  for (const raw of ['ann@example.com', 'Ann+1@Example.com', 'ann@m\u00FCller.example'])
    assert.ok(isComparable(raw), raw)
  for (const raw of [
    ' ann@example.com',
    'ann@example.com\n',
    'ann\u00A0@example.com',
    'j\u00F6rg@example.com',
    'mi\u212Ae@example.com',
    'ann@\u212A.example',
    'ann@M\u00DCLLER.example',
    'ann@mu\u0308ller.example',
    'ann@b@example.com',
    '',
  ])
    assert.equal(isComparable(raw), false, JSON.stringify(raw))
})

const ambiguous = [
  '<v@d.example',
  'v@d.example>',
  'v>@d.example',
  't<>arget@d.example',
  'v(x)@d.example',
  'v@[127.0.0.1]',
  'v\\@d.example',
  'w@e.example,v@d.example',
  'v,@d.example',
  ';v@d.example',
  'v:w@d.example',
  '"v"@d.example',
  'v..w@d.example',
  '.v@d.example',
  'v.@d.example',
  'v@.d.example',
  'v@d.example.',
  'v@d..example',
  '\u00F6<@d.example',
]

test('an address that mail programs do not read literally is refused', () => {
  for (const email of ambiguous) {
    assert.equal(emailFault(composedEmail(email)), 'Enter an email address.', email)
    assert.equal(isComparable(email), false, email)
  }
})

test('special characters are refused at every position of an address', () => {
  const address = 'ann.lee@shop.example'
  const sign = fc.constantFrom(...'<>()[]\\,;:"', '..')
  fc.assert(
    fc.property(fc.nat(address.length), sign, (at, put) => {
      const email = address.slice(0, at) + put + address.slice(at)
      assert.ok(emailFault(composedEmail(email)) && !isComparable(email), email)
    }),
  )
})
