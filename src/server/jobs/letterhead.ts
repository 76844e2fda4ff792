import { escapeHtml } from '#domain/html.ts'
import type { ShopDetails } from '#domain/invoice.ts'
import type { Attachment } from '../adapters/mail.ts'
import type { OutboxRow } from '../db/tables.ts'

/** A letter as it leaves: the shop's name above it and below, and what is attached. */
export function onLetterhead(
  { text_body, html_body }: Pick<OutboxRow, 'text_body' | 'html_body'>,
  { name, address }: ShopDetails,
  attachments: readonly Pick<Attachment, 'name'>[],
): { text: string; html: string } {
  const attached = attachments.map(attachment => `Attached: ${attachment.name}`)
  const sender = [name, ...address]
  const small = [...attached, sender.join(', ')].map(line => `<p><small>${escapeHtml(line)}</small></p>`)
  return {
    text: [text_body, ...attached.map(line => `\n${line}`), '', ...sender].join('\n'),
    html: `<!doctype html><html lang="en"><body style="font-family:Georgia,serif;color:#2a241f;background:#faf6f0;padding:24px"><h1 style="color:#9a4522">${escapeHtml(name)}</h1>${html_body}${small.join('')}</body></html>`,
  }
}
