import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { BadSettings, readConfig, warningsOf } from './config.ts'
import { settings } from './settings/settings.ts'

test('without settings the shop is a demo on port 3000', () => {
  const config = readConfig({})
  assert.equal(config.port, 3000)
  assert.equal(config.mode, 'demo')
  assert.equal(config.databaseUrl, undefined)
  assert.equal(config.holdMs, 30 * 60_000)
})

test('an empty setting is a missing one', () => {
  assert.equal(readConfig({ PORT: '', PUBLIC_URL: ' ' }).port, 3000)
})

test('one message names every bad setting, its value and the allowed values', () => {
  const bad = {
    PORT: '70000',
    PUBLIC_URL: 'shop.example',
    SHOP_MODE: 'test',
    DATABASE_URL: 'mysql://root:secret@host/x',
    SHOP_TIMEZONE: 'Mars/Base',
    HOLD_MINUTES: '1.5',
  }
  assert.throws(
    () => readConfig(bad),
    (error: unknown) => {
      assert.ok(error instanceof BadSettings)
      for (const name of Object.keys(bad))
        assert.match(error.message, new RegExp(`${name} is '.+', but must be .+\\.`))
      assert.ok(!error.message.includes('secret'))
      return true
    },
  )
})

test('the message about a bad setting hides its secrets', () => {
  const bad = {
    DATABASE_URL: 'mysql://root:hid/den@se@cret@host/x',
    SMTP_URL: 'mail://ann:hidden?#secret@host',
    STRIPE_SECRET_KEY: 'sk_live_hidden secret',
    STRIPE_WEBHOOK_SECRET: 'whsec_hidden secret',
    GOOGLE_CLIENT_SECRET: 'hidden secret',
    GITHUB_CLIENT_SECRET: 'hidden secret',
    IMGBB_KEY: 'hidden secret',
    METRICS_TOKEN: 'hidden secret',
  }
  assert.throws(
    () => readConfig(bad),
    (error: unknown) => {
      assert.ok(error instanceof BadSettings)
      for (const name of Object.keys(bad)) assert.match(error.message, new RegExp(`${name} is '.+'`))
      assert.doesNotMatch(error.message, /hidden|hid\/den|secret/)
      return true
    },
  )
})

test('a public address has no path', () => {
  assert.equal(readConfig({ PUBLIC_URL: 'https://shop.example/' }).publicUrl, 'https://shop.example')
  assert.throws(() => readConfig({ PUBLIC_URL: 'https://shop.example/path' }), BadSettings)
  assert.throws(() => readConfig({ PUBLIC_URL: 'https://user@shop.example' }), BadSettings)
})

test('proxies are addresses or ranges, and never all addresses', () => {
  assert.deepEqual(readConfig({}).trustedProxies, [])
  const list = '127.0.0.1, 10.0.0.0/8,::1,fd00::/8'
  assert.deepEqual(readConfig({ TRUSTED_PROXIES: list }).trustedProxies, list.split(/, */))
  for (const bad of [
    'true',
    '*',
    'nginx',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '::/0',
    '::1/129',
    '1.2.3.4,',
    '1.2.3.4/8/8',
  ])
    assert.throws(
      () => readConfig({ TRUSTED_PROXIES: bad }),
      /TRUSTED_PROXIES is '.+', but must be addresses or/,
    )
})

test('.env.example lists every setting', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const names = Object.keys(settings)
  assert.ok(names.length > 50)
  for (const name of names) assert.match(example, new RegExp(`^#? ?${name}=`, 'm'))
})

test('a provider without keys is off; incomplete keys are refused', () => {
  const config = readConfig({ SHOP_MODE: 'live' })
  assert.deepEqual(
    [config.stripe, config.google, config.github, config.smtp],
    [undefined, undefined, undefined, undefined],
  )
  assert.deepEqual(config.pictures, { host: 'disk' })
  assert.throws(
    () => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' }),
    /STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET must be set too/,
  )
  assert.throws(() => readConfig({ GOOGLE_CLIENT_ID: 'x' }), /GOOGLE_CLIENT_SECRET must be set too/)
  assert.throws(() => readConfig({ IMAGE_HOST: 'imgbb' }), /IMGBB_KEY must be set/)
})

test('a live shop refuses sandbox addresses', () => {
  const live = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  assert.equal(readConfig({ SHOP_MODE: 'live', ...live }).stripe?.apiBase, 'https://api.stripe.com')
  for (const address of ['http://localhost:3001', 'http://127.0.0.1:3001', 'http://[::1]:3001']) {
    assert.throws(
      () => readConfig({ ...live, STRIPE_API_BASE: address }),
      /a sandbox, but the Stripe keys are live ones/,
    )
    assert.throws(
      () => readConfig({ SHOP_MODE: 'live', GOOGLE_ISSUER: address }),
      /a sandbox, but SHOP_MODE is 'live'/,
    )
  }
})

const testKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

/** If any text without blanks counts as a key, a swapped pair starts, and every browser gets the secret one. */
test('each Stripe key has its own format, and a swapped pair is reported without its values', () => {
  assert.equal(readConfig({ ...testKeys, STRIPE_SECRET_KEY: 'rk_test_1' }).stripe?.secretKey, 'rk_test_1')
  const bad = [
    ['STRIPE_SECRET_KEY', 'pk_test_hidden'],
    ['STRIPE_SECRET_KEY', 'whsec_hidden'],
    ['STRIPE_SECRET_KEY', 'sk_hidden'],
    ['STRIPE_PUBLISHABLE_KEY', 'sk_test_hidden'],
    ['STRIPE_PUBLISHABLE_KEY', 'rk_live_hidden'],
    ['STRIPE_WEBHOOK_SECRET', 'sk_test_hidden'],
  ] as const
  for (const [name, value] of bad)
    assert.throws(
      () => readConfig({ ...testKeys, [name]: value }),
      (error: Error) =>
        new RegExp(`${name} is '…', but must be`).test(error.message) && !/hidden/.test(error.message),
    )
  const swapped = {
    ...testKeys,
    STRIPE_SECRET_KEY: 'pk_test_hidden',
    STRIPE_PUBLISHABLE_KEY: 'sk_test_hidden',
  }
  assert.throws(
    () => readConfig(swapped),
    (error: Error) => /are swapped/.test(error.message) && !/hidden/.test(error.message),
  )
})

test('test keys and live keys cannot be mixed, and a demo refuses live keys', () => {
  for (const SHOP_MODE of ['demo', 'live']) {
    const mixed = { SHOP_MODE, ...testKeys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
    assert.throws(() => readConfig(mixed), /must both be test keys or both live keys/)
  }
  const live = { ...testKeys, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
  assert.throws(() => readConfig(live), /live ones, but SHOP_MODE is 'demo'/)
  assert.equal(readConfig({ SHOP_MODE: 'live', ...live }).mode, 'live')
})

test('a live shop calls its providers over TLS, and sends no password to a mail server without it', () => {
  const addresses = [
    'STRIPE_API_BASE',
    'STRIPE_JS_URL',
    'GOOGLE_ISSUER',
    'GITHUB_BASE_URL',
    'GITHUB_API_URL',
    'IMGBB_URL',
    'S3_ENDPOINT',
  ]
  for (const name of addresses) {
    const settings = { [name]: 'http://10.0.0.9:8000' }
    assert.throws(() => readConfig({ SHOP_MODE: 'live', ...settings }), new RegExp(`${name} is .* https`))
    assert.equal(readConfig(settings).mode, 'demo')
  }
  const needsTls = (SMTP_URL: string, SHOP_MODE = 'live') =>
    readConfig({ SHOP_MODE, SMTP_URL }).smtp?.needsTls
  assert.equal(needsTls('smtp://shop:secret@mail.example:587'), true)
  assert.equal(needsTls('smtp://shop@mail.example'), true)
  assert.equal(needsTls('smtp://shop:secret@127.0.0.1:25'), false)
  assert.equal(needsTls('smtp://mail.example:25'), false)
  assert.equal(needsTls('smtp://shop:secret@mail.example:587', 'demo'), false)
  assert.throws(
    () => readConfig({ SMTP_URL: 'smtp://shop:secret@mail.example:99999' }),
    /SMTP_URL is 'smtp:\/\/…@/,
  )
})

test('a publicly reachable demo causes a warning, and so does a live shop without TLS', () => {
  const isOpen = (settings: Record<string, string>) => readConfig(settings).isOpenDemo
  const closed = [{}, { HOST: 'localhost' }, { HOST: '::1' }, { PUBLIC_URL: 'http://localhost:3000' }]
  const open = [
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '127.0.0.1.example' },
    { PUBLIC_URL: 'https://shop.example' },
    { PUBLIC_URL: 'http://192.168.1.9:3000' },
    { PUBLIC_URL: 'https://localhost' },
  ]
  assert.deepEqual(
    closed.map(isOpen),
    closed.map(() => false),
  )
  assert.deepEqual(
    open.map(isOpen),
    open.map(() => true),
  )
  for (const settings of open)
    assert.match(warningsOf(readConfig(settings)).join(), /anyone can sign in as its admin/)
  assert.deepEqual(
    open.map(settings => isOpen({ SHOP_MODE: 'live', ...settings })),
    open.map(() => false),
  )
  const warned = (settings: Record<string, string>) =>
    warningsOf(readConfig({ SHOP_MODE: 'live', ...settings })).join()
  assert.match(warned({ PUBLIC_URL: 'http://shop.example' }), /without TLS/)
  assert.equal(warned({ PUBLIC_URL: 'https://shop.example' }), '')
  assert.equal(warned({ PUBLIC_URL: 'http://127.0.0.1:3000' }), '')
  assert.match(warned(testKeys), /test keys/)
})

/** Fails if a unit is wrong: three days instead of thirty, hours instead of minutes. */
test('durations have the units of their settings', () => {
  assert.equal(readConfig({}).sessionMs, 30 * 24 * 3_600_000)
  assert.equal(readConfig({}).sessionIdleMs, 14 * 24 * 3_600_000)
  const { sessionMs, holdMs } = readConfig({ SESSION_DAYS: '2', HOLD_MINUTES: '90' })
  assert.deepEqual([sessionMs, holdMs], [172_800_000, 5_400_000])
})

test('several processes need PostgreSQL, and the message says what to do', () => {
  const several = (settings: Record<string, string>) => () => readConfig({ WORKERS: '2', ...settings })
  assert.throws(several({}), /WORKERS asks for several processes.*Leave WORKERS out, or set DATABASE_URL/)
  assert.equal(several({ DATABASE_URL: 'postgres://shop@127.0.0.1/shop' })().workers, 2)
  assert.equal(readConfig({ WORKERS: '1' }).workers, 1)
})
