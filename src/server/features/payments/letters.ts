import { escapeHtml } from '#domain/html.ts'
import { dollarsOf, formatDollars } from '#domain/money.ts'
import type { BookingRow, PaymentRow } from '../../db/tables.ts'
import type { NewLetter } from '../../store/outbox.ts'

type Line = [label: string, value: string]

/** Thanks for a paid order: what was bought, for how much, where it goes. */
export function receipt(booking: BookingRow, transactionId: string): NewLetter {
  return letter(`receipt ${booking.id}`, booking, {
    subject: `Your receipt for ${booking.item_name}`,
    opening: `Thank you, ${booking.owner_name}. Your order is paid.`,
    lines: [
      ...orderLines(booking),
      ['Paid', money(booking.total_cents)],
      ['Deliver to', booking.address],
      ['Transaction id', transactionId],
    ],
    closing: 'Keep this letter as your receipt. If anything is wrong with your order, simply answer it.',
  })
}

export function refundNotice(booking: BookingRow, payment: PaymentRow): NewLetter {
  return letter(`refund ${payment.id}`, booking, {
    subject: `Your money for ${booking.item_name} is on its way back`,
    opening: `Hello ${booking.owner_name}. A payment of yours could not be kept, so we have refunded it in full.`,
    lines: [
      ...orderLines(booking),
      ['Refunded', money(payment.amount_cents)],
      ['Transaction id', payment.intent_id ?? ''],
    ],
    closing: 'Banks usually need a few days to show it. You do not have to do anything.',
  })
}

interface Content {
  subject: string
  opening: string
  lines: Line[]
  closing: string
}

const money = (cents: number): string => formatDollars(dollarsOf(cents))

const orderLines = (booking: BookingRow): Line[] => [
  ['Order', booking.id],
  ['Item', booking.item_name],
  ['Quantity', `${booking.quantity} at ${money(booking.unit_price_cents)} each`],
]

function letter(id: string, { email }: BookingRow, { subject, opening, lines, closing }: Content): NewLetter {
  const rows = lines.map(
    ([label, value]) => `<tr><th align="left">${escapeHtml(label)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return {
    id,
    recipient: email,
    subject,
    text_body: [
      opening,
      '',
      ...lines.map(([label, value]) => `${label}: ${value}`),
      '',
      closing,
      '',
      'Tuckshop',
    ].join('\n'),
    html_body: `<!doctype html><html lang="en"><body style="font-family:Georgia,serif;color:#2a241f;background:#faf6f0;padding:24px"><h1 style="color:#9a4522">Tuckshop</h1><p>${escapeHtml(opening)}</p><table cellpadding="6">${rows.join('')}</table><p>${escapeHtml(closing)}</p></body></html>`,
  }
}
