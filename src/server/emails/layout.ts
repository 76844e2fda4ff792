import { escapeHtml } from '#domain/html.ts'
import type { ShopDetails } from '#domain/invoice.ts'
import type { Attachment } from '../adapters/mail.ts'
import type { OutboxRow } from '../db/schema/tables.ts'

type Row = Pick<OutboxRow, 'text_body' | 'html_body' | 'receipt_of'>

/**
 * An email as sent: the awning and the shop's name above, the shop's address below, and the attachments. A receipt has
 * a stamp and pictures of the items.
 */
export function withLayout(
  { text_body, html_body, receipt_of }: Row,
  { name, address }: ShopDetails,
  attachments: readonly Pick<Attachment, 'name'>[],
  pictures: readonly string[],
): { text: string; html: string } {
  const attached = attachments.map(attachment => `Attached: ${attachment.name}`)
  const sender = [name, ...address]
  const small = [...attached, sender.join(', ')].map(line => `<p><small>${escapeHtml(line)}</small></p>`)
  const slip = [
    `<h1 style="margin:0;font-family:Georgia,serif;font-weight:400;color:#9a4522">${escapeHtml(name)}</h1>`,
    ...pictures.map(pictureOf),
    html_body,
    receipt_of === null ? '' : stamp,
    ...small,
  ]
  return {
    text: [text_body, ...attached.map(line => `\n${line}`), '', ...sender].join('\n'),
    html: `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#faf6f0;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:#2a241f"><div style="max-width:560px;margin:0 auto;border:1px solid #e0d5c6;border-top:0;background:#ffffff">${awning}<div style="padding:20px 28px 28px">${slip.join('')}</div></div></body></html>`,
  }
}

const stripes = ['#a4461d', '#f6e7d8']

/** Table cells, because email clients show neither drawings nor gradients. */
const awning = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${Array.from(
  { length: 18 },
  (_, index) =>
    `<td height="20" style="height:20px;background:${stripes[index % 2]};border-radius:0 0 10px 10px;font-size:0;line-height:0">&nbsp;</td>`,
).join('')}</tr></table>`

/** Email clients without WebP support show nothing instead. */
const pictureOf = (address: string): string =>
  `<img src="${escapeHtml(address)}" alt="" width="128" height="96" style="margin:14px 10px 0 0;border-radius:6px;object-fit:cover">`

const stamp =
  '<p style="display:inline-block;margin:8px 0;padding:2px 14px;border:3px double #35623f;border-radius:6px;color:#35623f;font-family:Georgia,serif;font-size:20px;letter-spacing:2px;text-transform:uppercase;transform:rotate(-4deg)">Paid</p>'
