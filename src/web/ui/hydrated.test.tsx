import assert from 'node:assert/strict'
import { act, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { test } from 'vitest'
import { HydrationProvider, useHydrated } from './hydrated.tsx'

test('the first render matches the server’s, the next one is hydrated, and later components start hydrated', async () => {
  const seen: boolean[] = []
  const Part = () => {
    seen.push(useHydrated())
    return <p>{String(seen.at(-1))}</p>
  }
  const Page = () => {
    const [isMore, setMore] = useState(false)
    return (
      <HydrationProvider>
        <button type="button" onClick={() => setMore(true)} />
        {isMore ? <Part key="later" /> : <Part key="first" />}
      </HydrationProvider>
    )
  }

  const page = document.body.appendChild(document.createElement('div'))
  page.innerHTML = renderToString(<Page />)
  assert.equal(page.textContent, 'false')

  seen.length = 0
  const differences: unknown[] = []
  await act(() =>
    hydrateRoot(page, <Page />, { onRecoverableError: difference => differences.push(difference) }),
  )
  assert.deepEqual(seen, [false, true])
  assert.equal(page.textContent, 'true')
  assert.deepEqual(differences, [])

  seen.length = 0
  await act(() => page.querySelector('button')?.click())
  assert.deepEqual(seen, [true])
  page.remove()
})
