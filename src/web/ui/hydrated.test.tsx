import assert from 'node:assert/strict'
import { act } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { test } from 'vitest'

/** As a page has it that has just come: other tests have brought theirs to life long ago. */
const fresh = './hydrated.ts?fresh'

test('the first render is the server’s, the next one knows better, and what comes later knows at once', async () => {
  const { useHydrated }: typeof import('./hydrated.ts') = await import(fresh)
  const seen: boolean[] = []
  const Part = () => {
    const isHydrated = useHydrated()
    seen.push(isHydrated)
    return <p>{String(isHydrated)}</p>
  }

  const [page, later] = [document.createElement('div'), document.createElement('div')]
  page.innerHTML = renderToString(<Part />)
  assert.equal(page.textContent, 'false')

  seen.length = 0
  const differences: unknown[] = []
  await act(() =>
    hydrateRoot(page, <Part />, { onRecoverableError: difference => differences.push(difference) }),
  )
  assert.deepEqual(seen, [false, true])
  assert.equal(page.textContent, 'true')
  assert.deepEqual(differences, [])

  seen.length = 0
  await act(() => createRoot(later).render(<Part />))
  assert.deepEqual(seen, [true])
})
