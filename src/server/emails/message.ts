import { escapeHtml } from '#domain/html.ts'
import { oneLine } from '#domain/plain-text.ts'
import type { NewEmail } from '../store/outbox.ts'

export type Line = [label: string, value: string]

/** The recipient of an email; has no id if the recipient has no account. */
export interface Addressee {
  id: string | null
  email: string
}

/** A line of the slip; the picture of its item is added when the email is sent. */
export interface Bought {
  /** Missing for a line that is no item, such as a discount. */
  itemId?: string
  name: string
  detail?: string
  amount?: string
}

interface Action {
  label: string
  link: string
  /** A page that can be found without the email, so the address is not spelled out below the button. */
  isPage?: boolean
}

export interface Content {
  subject: string
  opening: string
  items?: readonly Bought[]
  /** Shown in large print below the items. */
  total?: Line
  /** Put on the slip, as on its page. */
  stamp?: 'Paid' | 'Sent' | 'Refunded' | 'Canceled'
  lines: readonly Line[]
  /** The one button. Undefined if the shop does not know its own address. */
  action?: Action | undefined
  closing: string
}

/** A button that leads to a page of the shop, if the shop knows its own address. */
export const linkTo = (shopUrl: string | undefined, path: string, label: string): Content['action'] =>
  shopUrl ? { label, link: shopUrl + path, isPage: true } : undefined

/**
 * The body of an email; layout.ts adds the layout when it is sent. Each value stays on one line, so that a customer's
 * text cannot imitate a line of the shop.
 */
export function emailTo(id: string, to: Addressee, content: Content): NewEmail {
  const [opening, closing] = [oneLine(content.opening), oneLine(content.closing)]
  const items = content.items?.map(inOneLine) ?? []
  const lines = content.lines.map(onOneLine)
  const total = content.total && onOneLine(content.total)
  const { stamp, action } = content
  return {
    id,
    recipient: to.email,
    user_id: to.id,
    subject: oneLine(content.subject),
    text_body: [
      opening,
      '',
      ...items.flatMap(itemText),
      ...[...(total ? [total] : []), ...lines].map(([label, value]) => `${label}: ${value}`),
      ...(action ? ['', `${action.label}: ${action.link}`] : []),
      '',
      closing,
    ].join('\n'),
    html_body: [
      `<p>${escapeHtml(opening)}</p>`,
      items.length > 0 ? tableOf(items.map(itemRow), `margin:20px 0 8px;border-bottom:${dashes}`) : '',
      total ? tableOf([totalRow(total)]) : '',
      stamp ? stampOf(stamp) : '',
      lines.length > 0 ? tableOf(lines.map(lineRow), 'margin:12px 0') : '',
      action ? buttonOf(action) : '',
      `<p>${escapeHtml(closing)}</p>`,
    ].join(''),
  }
}

const onOneLine = ([label, value]: Line): Line => [label, oneLine(value)]

const inOneLine = ({ itemId, name, detail = '', amount = '' }: Bought): Required<Bought> => ({
  itemId: itemId ?? '',
  name: oneLine(name),
  detail: oneLine(detail),
  amount,
})

/** An item without further words is in the opening already. */
const itemText = ({ name, detail, amount }: Required<Bought>): string[] =>
  amount ? [`${name}${detail ? ` (${detail})` : ''}: ${amount}`] : []

const tableOf = (rows: readonly string[], style = ''): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="${style}">${rows.join('')}</table>`

const cell = 'padding:6px 12px 6px 0;vertical-align:top'
const dashes = '1px dashed #b5aaa0'
const slipCell = `padding:10px 12px 10px 0;border-top:${dashes}`
/** Georgia and other serifs have old-style figures, in which $181 reads like $I8I. */
const figures = 'font-variant-numeric:lining-nums tabular-nums;white-space:nowrap'

/** Long words such as addresses break, so that nothing is wider than a phone. */
const lineRow = ([label, value]: Line): string =>
  `<tr><th align="left" style="${cell};font-weight:600;white-space:nowrap">${escapeHtml(label)}</th><td width="100%" style="${cell};padding-right:0;word-break:break-word">${escapeHtml(value)}</td></tr>`

/** layout.ts puts the picture into the first cell, or removes it. */
const itemRow = ({ itemId, name, detail, amount }: Required<Bought>): string =>
  `<tr><td data-picture="${escapeHtml(itemId)}" style="${slipCell}"></td><td width="100%" style="${slipCell};word-break:break-word">${escapeHtml(name)}${detail && `<br><small>${escapeHtml(detail)}</small>`}</td><td align="right" style="${slipCell};padding-right:0;${figures}">${escapeHtml(amount)}</td></tr>`

const totalRow = ([label, value]: Line): string =>
  `<tr><td style="padding:4px 12px 4px 0">${escapeHtml(label)}</td><td align="right" style="padding:4px 0;font-size:28px;line-height:1.2;${figures}">${escapeHtml(value)}</td></tr>`

const stampOf = (text: string): string =>
  `<p style="display:inline-block;margin:8px 0;padding:2px 14px;border:3px double #35623f;border-radius:6px;color:#35623f;font-family:Georgia,serif;font-size:20px;letter-spacing:2px;text-transform:uppercase;transform:rotate(-4deg)">${text}</p>`

/** layout.ts gives the button the shop's color. The address below is for mail programs that block buttons: nothing else leads there. */
const buttonOf = ({ label, link, isPage = false }: Action): string =>
  `<p style="margin:20px 0 ${isPage ? 20 : 8}px"><a data-button href="${escapeHtml(link)}">${escapeHtml(label)}</a></p>${isPage ? '' : addressOf(link)}`

const addressOf = (link: string): string =>
  `<p style="margin:0 0 20px;word-break:break-all"><small>Or copy this address: ${escapeHtml(link)}</small></p>`
