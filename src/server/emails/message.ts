import { escapeHtml } from '#domain/html.ts'
import { dollarsOf, formatDollars } from '#domain/money.ts'
import { oneLine } from '#domain/plain-text.ts'
import type { NewEmail } from '../store/outbox.ts'

export type Line = [label: string, value: string]

/** The recipient of an email; has no id if the recipient has no account. */
export interface Addressee {
  id: string | null
  email: string
}

export interface Content {
  subject: string
  opening: string
  lines: Line[]
  /** Shown in large print. */
  total?: Line
  closing: string
}

export const money = (cents: number): string => formatDollars(dollarsOf(cents))

/**
 * The body of an email; layout.ts adds the layout when it is sent. Each value stays on one line, so that a customer's
 * text cannot imitate a line of the shop.
 */
export function emailTo(id: string, to: Addressee, content: Content): NewEmail {
  const subject = oneLine(content.subject)
  const opening = oneLine(content.opening)
  const closing = oneLine(content.closing)
  const lines = content.lines.map(onOneLine)
  const total = content.total && onOneLine(content.total)
  const allLines = total ? [...lines, total] : lines
  const rows = lines.map(
    ([label, value]) => `<tr><th align="left">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return {
    id,
    recipient: to.email,
    user_id: to.id,
    subject,
    text_body: [opening, '', ...allLines.map(([label, value]) => `${label}: ${value}`), '', closing].join(
      '\n',
    ),
    html_body: `<p>${escapeHtml(opening)}</p><table cellpadding="6">${rows.join('')}</table>${total ? largeTotal(total) : ''}<p>${escapeHtml(closing)}</p>`,
  }
}

const onOneLine = ([label, value]: Line): Line => [label, oneLine(value)]

const largeTotal = ([label, value]: Line): string =>
  `<p style="margin:16px 6px 0">${escapeHtml(label)}</p><p style="margin:0 6px 16px;font-family:Georgia,serif;font-size:32px;line-height:1.2">${escapeHtml(value)}</p>`
