import type { Page } from '@playwright/test'

/** What Playwright itself prints where a context blocks service workers. */
export const workerBlocked = 'Service Worker registration blocked by Playwright'

/** Records every error, failed request and error status of a page. */
export function pageErrorsOf(page: Page): string[] {
  const pageErrors: string[] = []
  page.on('console', message => {
    if (message.text() === workerBlocked) return
    if (['error', 'warning', 'assert'].includes(message.type())) pageErrors.push(`console: ${message.text()}`)
  })
  page.on('pageerror', error => pageErrors.push(`page: ${error.message}`))
  page.on('requestfailed', asked => {
    const why = asked.failure()?.errorText ?? ''
    // Leaving a page aborts its requests, which is not an error.
    if (why !== 'net::ERR_ABORTED') pageErrors.push(`failed: ${asked.url()} ${why}`)
  })
  page.on('response', answer => {
    if (answer.status() >= 400) pageErrors.push(`${answer.status()}: ${answer.url()}`)
  })
  return pageErrors
}
