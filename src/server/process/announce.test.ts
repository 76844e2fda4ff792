import assert from 'node:assert/strict'
import { test } from 'vitest'
import { addressInOutput } from '../../../scripts/address-in-output.ts'
import { readConfig } from '../config.ts'
import { announce } from './announce.ts'

const address = 'http://127.0.0.1:3100'

function announced(
  settings: Record<string, string>,
  { welcome, isTerminal }: { welcome?: string; isTerminal?: boolean } = {},
): { out: string[]; err: string[] } {
  const printed = { out: [] as string[], err: [] as string[] }
  const output = {
    log: (text: string) => void printed.out.push(text),
    error: (text: string) => void printed.err.push(text),
    isTerminal,
  }
  announce({ address, name: 'Corner Shop', welcome }, readConfig(settings), output)
  return printed
}

/** In 6ceb9a3 a live shop printed the banner of the demo, which broke programs that parse its log as lines of JSON. */
test('a live shop prints only JSON: its address and its warnings', () => {
  const { out, err } = announced({
    SHOP_MODE: 'live',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'http://shop.example',
    SMTP_URL: 'smtp://127.0.0.1:25',
    MAIL_FROM: 'orders@shop.example',
    DATABASE_URL: 'postgres://shop:the-password@127.0.0.1/shop',
    WORKERS: '2',
  })
  assert.deepEqual(err, [])
  for (const line of out) assert.doesNotMatch(line, /\n|the-password/)
  const [opened, ...warnings] = out.map(line => JSON.parse(line))
  const { time, version, off, ...others } = opened
  assert.deepEqual([typeof time, typeof version], ['number', 'string'])
  assert.deepEqual(others, {
    level: 30,
    pid: process.pid,
    address,
    mode: 'live',
    data: 'PostgreSQL',
    processes: 2,
    mailFrom: 'orders@shop.example',
    msg: `Corner Shop is open at ${address}`,
  })
  assert.match(off[0], /^card payments: set STRIPE_SECRET_KEY/)
  assert.deepEqual(
    warnings.map(({ level, msg }) => [level, /without TLS/.test(msg)]),
    [[40, true]],
  )
})

test('a live shop without an admin prints the link for the first one: a field of its line, and for people on a terminal', () => {
  const link = `${address}/signup?welcome=the-secret`
  const collected = announced({ SHOP_MODE: 'live' }, { welcome: 'the-secret' }).out
  assert.deepEqual(
    collected.map(line => JSON.parse(line).welcome),
    [link],
  )
  const shown = announced({ SHOP_MODE: 'live' }, { welcome: 'the-secret', isTerminal: true }).out
  assert.equal(shown.length, 2)
  assert.equal(shown[1]?.split('\n\n')[1], `  ${link}\n`)
  assert.equal(addressInOutput(`${shown.join('\n')}\n`), address)
  const without = announced({ SHOP_MODE: 'live' }, { isTerminal: true }).out
  assert.deepEqual([without.length, 'welcome' in JSON.parse(without[0] ?? '')], [1, false])
})

test('a demo prints a greeting with its accounts', () => {
  const { out, err } = announced({ HOST: '0.0.0.0' })
  assert.match(
    out.join('\n'),
    /^\n {2}Corner Shop is open at http:\S+\n[\s\S]*Admin .* \/ .*\n[\s\S]*Ctrl\+C/,
  )
  assert.match(err.join(), /^ {2}WARNING: others can reach this demo/)
})

/** Fails if the end of the JSON line becomes part of the address, or if the address is truncated. */
test('programs that start a shop can read its address from either format', () => {
  for (const settings of [{}, { SHOP_MODE: 'live' }]) {
    const printed = `${announced(settings).out.join('\n')}\n`
    assert.equal(addressInOutput(`{"level":40,"msg":"something before"}\n${printed}`), address)
    assert.equal(addressInOutput(printed.slice(0, printed.indexOf(address) + address.length)), undefined)
  }
})
