import type { Page } from '@playwright/test'

/** Records every error, failed request and error status of a page. */
export function troublesOf(page: Page): string[] {
  const troubles: string[] = []
  page.on('console', message => {
    if (['error', 'warning', 'assert'].includes(message.type())) troubles.push(`console: ${message.text()}`)
  })
  page.on('pageerror', error => troubles.push(`page: ${error.message}`))
  page.on('requestfailed', asked => {
    const why = asked.failure()?.errorText ?? ''
    // Leaving a page aborts its requests, which is not an error.
    if (why !== 'net::ERR_ABORTED') troubles.push(`failed: ${asked.url()} ${why}`)
  })
  page.on('response', answer => {
    if (answer.status() >= 400) troubles.push(`${answer.status()}: ${answer.url()}`)
  })
  return troubles
}
