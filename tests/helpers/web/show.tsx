import assert from 'node:assert/strict'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import type { TestContext } from 'vitest'
import { queryClient } from '../../../src/web/api/query-client.ts'
import { Toasts } from '../../../src/web/ui/toast.tsx'
import { recordConsole, Screen, settle } from './screen.ts'

/** Renders a component without a page. */
export async function show(t: TestContext, piece: ReactNode): Promise<Screen> {
  const complaints = recordConsole()
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  t.onTestFinished(async () => {
    for (const button of box.querySelectorAll<HTMLElement>('[aria-label="Dismiss"]')) button.click()
    root.unmount()
    box.remove()
    await settle().finally(() => queryClient().clear())
    assert.deepEqual(complaints, [])
  })
  root.render(
    <QueryClientProvider client={queryClient()}>
      <MemoryRouter>{piece}</MemoryRouter>
      <Toasts />
    </QueryClientProvider>,
  )
  await settle()
  return new Screen(box)
}
