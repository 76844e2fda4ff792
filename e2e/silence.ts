import type { Page } from '@playwright/test'

/** Everything that goes wrong in a page, said aloud or not. Nothing is forgiven. */
export function troublesOf(page: Page): string[] {
  const troubles: string[] = []
  page.on('console', message => {
    if (['error', 'warning', 'assert'].includes(message.type())) troubles.push(`console: ${message.text()}`)
  })
  page.on('pageerror', error => troubles.push(`page: ${error.message}`))
  page.on('requestfailed', asked => {
    const why = asked.failure()?.errorText ?? ''
    // A page that is left takes back what it has asked; the browser says nothing about it.
    if (why !== 'net::ERR_ABORTED') troubles.push(`failed: ${asked.url()} ${why}`)
  })
  page.on('response', answer => {
    if (answer.status() >= 400) troubles.push(`${answer.status()}: ${answer.url()}`)
  })
  return troubles
}
