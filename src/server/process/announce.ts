import { type Config, warningsOf } from '../config.ts'
import { logLine, warningLine } from '../http/log.ts'
import { demoAccounts } from '../store/demo-ids.ts'
import { shopVersion } from '../version.ts'
import type { Opened } from './run-shop.ts'

type Output = Pick<Console, 'log' | 'error'> & { isTerminal?: boolean | undefined }

const standardOutput: Output = { ...console, isTerminal: process.stdout.isTTY }

/**
 * Says that the shop is open. A demo greets the person who started it. A live shop prints JSON, because programs collect
 * its log. LOG_LEVEL does not silence it: nothing else says the address, or the link for the first admin.
 */
export function announce({ address, name, welcome }: Opened, config: Config, output = standardOutput): void {
  const opened = `${name} is open at ${address}`
  if (config.mode === 'demo') {
    greet(opened, config, output)
    return
  }
  const link = welcome && `${address}/signup?welcome=${welcome}`
  output.log(logLine('info', opened, { address, ...(link && { welcome: link }), ...factsOf(config) }))
  for (const warning of warningsOf(config)) output.log(warningLine(warning))
  if (link && output.isTerminal) output.log(invitationTo(link))
}

const invitationTo = (link: string): string =>
  ['', '  This shop has no owner yet. Make it yours within an hour:', '', `  ${link}`, ''].join('\n')

const dataOf = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl ? 'PostgreSQL' : `one file in ${dataDir}`

const factsOf = (config: Config) => ({
  version: shopVersion,
  mode: config.mode,
  data: dataOf(config),
  processes: config.workers,
  mailFrom: config.smtp?.from,
  off: disabledFeatures(config),
})

function greet(opened: string, config: Config, { log, error }: Output): void {
  const lines = ['', `  ${opened}`, '', `  Data      ${dataOf(config)}`]
  if (config.workers > 1) lines.push(`  Processes ${config.workers}`)
  for (const { label, email, password } of demoAccounts)
    lines.push(`  ${label.padEnd(9)} ${email} / ${password}`)
  lines.push(...disabledFeatures(config).map(feature => `  Off       ${feature}`))
  log([...lines, '', '  Press Ctrl+C to close it.', ''].join('\n'))
  for (const warning of warningsOf(config)) error(`  ${warning}\n`)
}

/** The features that are off, and the settings that switch them on. */
function disabledFeatures({ stripe, google, github, smtp }: Config): string[] {
  const features: [unknown, string][] = [
    [stripe, 'card payments: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET'],
    [google, 'sign-in with Google: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET'],
    [github, 'sign-in with GitHub: set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET'],
    [smtp, 'receipts by email: set SMTP_URL'],
  ]
  return features.flatMap(([on, sentence]) => (on ? [] : [sentence]))
}
