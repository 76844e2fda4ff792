import type { ShopContent } from '#contract/shop-content.ts'
import { escapeHtml } from '#domain/html.ts'
import type { ShopDetails } from '#domain/invoice.ts'
import { type Colors, paletteOf } from '#domain/palette.ts'
import type { ShopNote } from '#domain/shop-notes.ts'
import type { Attachment } from '../adapters/mail.ts'
import type { OutboxRow } from '../db/schema/tables.ts'

type Row = Pick<OutboxRow, 'text_body' | 'html_body'>

/**
 * An email as sent: the shop's edge and name above, the owner's notes and address below, the attachments, and the
 * pictures of its items. Mailboxes often ignore dark themes, so it has the colors of the light one.
 */
export function withLayout(
  { text_body, html_body }: Row,
  { name, address, style }: Required<ShopDetails>,
  attachments: readonly Pick<Attachment, 'name'>[],
  pictures: ReadonlyMap<string, string>,
  notes: readonly ShopNote[] = [],
  shopUrl?: string,
): { text: string; html: string } {
  const names = attachments.map(attachment => attachment.name).join(', ')
  const attached = names ? [`Attached: ${names}`] : []
  const sender = [name, ...address]
  const small = [...attached, sender.join(', ')].map(line => `<p><small>${escapeHtml(line)}</small></p>`)
  const colors = paletteOf(style.accent).light
  const slip = [
    `<h1 style="margin:0;font-family:Georgia,serif;font-weight:400;color:${colors['--color-primary']}">${markOf(shopUrl)}${escapeHtml(name)}</h1>`,
    withPictures(html_body, pictures).replaceAll('<a data-button ', `<a style="${buttonStyle(colors)}" `),
    ...notes.map(noteInHtml),
    ...small,
  ]
  return {
    text: [
      text_body,
      ...attached.map(line => `\n${line}`),
      ...notes.map(({ title, text }) => `\n${title}: ${text}`),
      '',
      ...sender,
    ].join('\n'),
    html: `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"></head><body style="margin:0;padding:4%;background:${colors['--color-base-100']};font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;color:${colors['--color-base-content']}"><div style="max-width:560px;margin:0 auto;border:1px solid ${colors['--line']};background:${colors['--card']}">${edgeOf(style.edge, colors)}<div style="padding:20px 28px 28px;word-break:break-word">${slip.join('')}</div></div></body></html>`,
  }
}

/** The shop's own mark, as its icons have it. */
const markOf = (shopUrl: string | undefined): string =>
  shopUrl
    ? `<img src="${escapeHtml(shopUrl)}/icon-192.png" alt="" width="36" height="36" style="vertical-align:middle;margin-right:10px;border-radius:8px">`
    : ''

const noteInHtml = ({ title, text }: ShopNote): string =>
  `<p><small><strong>${title}</strong><br>${escapeHtml(text).replaceAll('\n', '<br>')}</small></p>`

const stripes = 18

/** Table cells, because email clients show neither drawings nor gradients. */
function edgeOf(edge: ShopContent['edge'], colors: Colors): string {
  if (edge === 'none') return ''
  const [accent, pale] = [colors['--color-primary'], colors['--color-base-200']]
  const cell = (color: string, height: number, more = '') =>
    `<td height="${height}" style="height:${height}px;background:${color};${more}font-size:0;line-height:0">&nbsp;</td>`
  const cells =
    edge === 'line'
      ? [cell(accent, 4)]
      : Array.from({ length: stripes }, (_, index) =>
          cell(index % 2 === 0 ? accent : pale, 20, 'border-radius:0 0 10px 10px;'),
        )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr>${cells.join('')}</tr></table>`
}

/** Fills the cells that message.ts leaves for the pictures of items. Email clients without WebP support show nothing. */
const withPictures = (html: string, pictures: ReadonlyMap<string, string>): string =>
  html.replaceAll(pictureCell, (_, id: string, style: string) => {
    const address = pictures.get(id)
    const picture = address
      ? `<img src="${escapeHtml(address)}" alt="" width="80" height="60" style="display:block;border-radius:6px;object-fit:cover">`
      : ''
    return pictures.size > 0 ? `<td style="${style}">${picture}</td>` : ''
  })

/** The items whose pictures an email shows. */
export const picturedItems = (html: string): string[] => [
  ...new Set([...html.matchAll(pictureCell)].flatMap(([, id]) => id || [])),
]

const pictureCell = /<td data-picture="([^"]*)" style="([^"]*)"><\/td>/g

const buttonStyle = (colors: Colors): string =>
  `display:inline-block;padding:12px 22px;border-radius:6px;background:${colors['--color-primary']};color:${colors['--color-primary-content']};font-weight:600;text-decoration:none`
