import assert from 'node:assert/strict'
import { runInNewContext } from 'node:vm'
import { type TestContext, test, vi } from 'vitest'
import { publicContent } from '#contract/shop-content.ts'
import { settle } from '../../../tests/helpers/web/screen.ts'
import { show } from '../../../tests/helpers/web/show.tsx'
import { demoContent } from '../../server/demo/content.ts'
import { unreachable } from '../api/problem-error.ts'
import { firstPaint } from '../first-paint.ts'
import { ActionButton } from './action-button.tsx'
import { describe } from './meta.ts'
import { Paged } from './paged.tsx'
import { QueryError } from './states.tsx'
import { Table } from './table.tsx'
import { useTheme } from './theme.ts'
import { ThemeSwitch } from './theme-switch.tsx'

function system(t: TestContext, theme: 'light' | 'dark'): void {
  t.onTestFinished(() => {
    window.localStorage.clear()
    delete document.documentElement.dataset.theme
  })
  const list = {
    matches: theme === 'dark',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }
  vi.spyOn(window, 'matchMedia').mockImplementation((() => list) as never)
}

const Seen = () => <p>{useTheme()}</p>

for (const [start, next] of [
  ['light', 'dark'],
  ['dark', 'light'],
] as const) {
  test(`the theme switches from the system’s ${start} and back, is stored, and takes effect at once`, async t => {
    system(t, start)
    const page = await show(t, [<ThemeSwitch key="switch" />, <Seen key="seen" />])
    assert.deepEqual(page.words('p')[0], start)
    for (const wanted of [next, start]) {
      await page.press('Switch between light and dark')
      assert.equal(document.documentElement.dataset.theme, wanted)
      assert.equal(window.localStorage.getItem('theme'), wanted)
      assert.equal(page.words('p')[0], wanted)
    }
  })
}

test('before the first paint, the chosen theme and a pending session check are marked', () => {
  const painted = (stored: Record<string, string>) => {
    const dataset: Record<string, string> = {}
    const localStorage = { getItem: (name: string) => stored[name] ?? null }
    runInNewContext(firstPaint, { document: { documentElement: { dataset } }, localStorage })
    return dataset
  }
  assert.deepEqual(painted({}), {})
  assert.deepEqual(painted({ theme: 'dark' }), { theme: 'dark' })
  assert.deepEqual(painted({ theme: 'purple' }), {})
  assert.deepEqual(painted({ theme: 'light', accessToken: 'x' }), { theme: 'light', session: 'loading' })
})

test('a button acts once at a time, reports the outcome, and can be retried after a failure', async t => {
  let presses = 0
  const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const onPress = () => gates[presses++]?.promise ?? Promise.resolve()
  const page = await show(
    t,
    <ActionButton className="x" onPress={onPress} done="Done.">
      Do it
    </ActionButton>,
  )
  const button = page.button('Do it')
  button.click()
  button.click()
  await settle()
  assert.deepEqual([presses, button.getAttribute('aria-disabled')], [1, 'true'])
  gates[0]?.reject(unreachable)
  await settle()
  assert.deepEqual(
    [page.words('.toast-card'), button.getAttribute('aria-disabled')],
    [[unreachable.message], 'false'],
  )
  button.click()
  gates[1]?.resolve()
  await settle()
  assert.deepEqual([presses, page.words('.toast-card')], [2, [unreachable.message, 'Done.']])
})

const resting = {
  data: undefined,
  isPending: false,
  isError: false,
  error: undefined,
  refetch: () => undefined,
  hasNextPage: false,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: () => undefined,
}

test('a long list renders its states: loading, failed, empty, rows in order, and a button for more', async t => {
  const asked: string[] = []
  const shown = async (list: object) => {
    const page = await show(
      t,
      <Paged
        list={{
          ...resting,
          refetch: () => asked.push('again'),
          fetchNextPage: () => asked.push('more'),
          ...list,
        }}
        empty="Nothing here."
      >
        {(rows: readonly string[]) => rows.join()}
      </Paged>,
    )
    return page
  }
  assert.equal((await shown({ isPending: true })).text, 'Loading')
  const failed = await shown({ isError: true, error: unreachable })
  assert.equal(failed.text, `${unreachable.message}Try again`)
  await failed.press('Try again')
  assert.equal((await shown({ data: { pages: [{ rows: [] }] } })).text, 'Nothing here.')
  const data = { pages: [{ rows: ['a', 'b'] }, { rows: ['c'] }] }
  assert.equal((await shown({ data })).text, 'a,b,c')
  const more = await shown({ data, hasNextPage: true })
  await more.press('Load more')
  const loading = await shown({ data, hasNextPage: true, isFetchingNextPage: true })
  await loading.press('Loading…')
  assert.deepEqual(asked, ['again', 'more'], 'nothing is asked for twice')
  assert.equal(loading.button('Loading…').disabled, false, 'a disabled button loses the focus')
  // Loaded rows stay when the next page or a refetch fails.
  const fault = { data, isError: true, error: unreachable }
  const older = await shown(fault)
  assert.equal(older.text, `a,b,c${unreachable.message} Try again`)
  await older.press('Try again')
  const cut = await shown({ ...fault, hasNextPage: true, isFetchNextPageError: true })
  await cut.press('Try again')
  assert.deepEqual(asked, ['again', 'more', 'again', 'more'])
})

test('each cell of a table has its column’s heading for small screens', async t => {
  const columns = [
    { head: 'SN', cell: (_: string, index: number) => index + 1 },
    { head: 'Word', cell: (row: string) => row },
  ]
  const page = await show(t, <Table caption="Words" columns={columns} rows={['x', 'y']} keyOf={row => row} />)
  assert.deepEqual(page.words('td'), ['1', 'x', '2', 'y'])
  assert.deepEqual(
    page.all('td').map(({ dataset }) => dataset.head),
    ['SN', 'Word', 'SN', 'Word'],
  )
  assert.deepEqual(page.words('caption'), ['Words'])
})

test('a private page is not indexed; a public one has its canonical address', () => {
  const at = (origin: string | undefined): Parameters<typeof describe>[0] => ({
    location: { pathname: '/team' },
    matches: [{ loaderData: { origin, content: publicContent(demoContent) } }],
  })
  const args = at('https://shop.example')
  const own = describe(args, { title: 'My Orders', noindex: true })
  assert.deepEqual(own, [{ title: 'My Orders · Tuckshop' }, { name: 'robots', content: 'noindex' }])
  const tags = describe(args, { title: 'Our Team' })
  assert.ok(tags.some(tag => 'href' in tag && tag.href === 'https://shop.example/team'))
  assert.ok(!tags.some(tag => 'name' in tag && tag.name === 'robots'))
  for (const nowhere of [at(undefined), { ...args, matches: [{ loaderData: undefined }] as const }])
    assert.ok(!describe(nowhere, {}).some(tag => 'href' in tag))
})

test('a failed part of a page shows no spinner, unless the spec wants it there', async t => {
  const query = { error: unreachable, refetch: () => undefined }
  const page = await show(t, [
    <QueryError key="1" query={query} />,
    <QueryError key="2" query={query} spinner />,
  ])
  const alerts = page.all('[role=alert]')
  assert.deepEqual(
    alerts.map(alert => alert.querySelectorAll('.spinner').length),
    [0, 1],
  )
})
