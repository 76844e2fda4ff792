import assert from 'node:assert/strict'
import { test } from 'node:test'
import { composedEmail, emailFault, sameEmail } from './email.ts'

test('e-mails of every alphabet are fine, each part in one', () => {
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

test('what cannot be seen, stands for others, or looks like others is refused, with a sentence each', () => {
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
    'stand for others': ['ａnn@example.com', 'ﬁnn@example.com', 'ann@ex\u2113mple.com', 'ann²@example.com'],
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
    'looks like another': ['ann@аррӏе.com', 'сосо@example.com', 'ορο@example.com', 'х1@example.com'],
  }
  for (const [words, emails] of Object.entries(faults))
    for (const email of emails)
      assert.match(emailFault(composedEmail(email)) ?? 'nothing', new RegExp(words), JSON.stringify(email))
})

test('an accent that is typed apart is the same letter', () => {
  assert.equal(composedEmail(' Jo\u0308rg@Example.com '), 'j\u00F6rg@example.com')
  assert.ok(!sameEmail('jo\u0308rg@example.com', 'j\u00F6rg@example.com'), 'older accounts stay as they are')
})
