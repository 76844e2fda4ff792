import type { FastifyInstance } from 'fastify'
import type Stripe from 'stripe'
import { type Html, html, page } from '../page.ts'
import type { Api } from './api.ts'
import { testCards } from './cards.ts'
import { choices, type Faults, noFaults } from './fault-switches.ts'
import { stepOf, written } from './money.ts'
import { idOf } from './refund.ts'

const shown = 30

/** The sandbox's version of the Stripe dashboard. Plain HTML forms, so it works without scripts. */
export async function dashboardRoutes(app: FastifyInstance, api: Api): Promise<void> {
  app.get('/stripe', async (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(
        page(
          'Cards',
          html`${cards()}${payments(api)}${refunds(api)}${disputes(api)}${events(api)}${faults(api.faults.now)}`,
          'wide',
        ),
      ),
  )
}

const groupDigits = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')
const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')

function cards(): Html {
  const rows = testCards.map(
    card => html`<tr><td><code>${groupDigits(card.number)}</code></td><td>${card.note}</td></tr>`,
  )
  return html`<section class="card"><h2>Cards to try</h2><p>Any future date, any security code.</p>
    <table style="width: auto"><thead><tr><th>Number</th><th>What it does</th></tr></thead><tbody>${rows}</tbody></table></section>`
}

const labels: Record<keyof Faults, string> = {
  webhookDelayMs: 'Delay of events (ms)',
  webhookDuplicates: 'Extra copies of every event',
  webhookReorder: 'Events arrive out of order',
  webhookDrop: 'Events never arrive',
  dropReplyCreate: 'Cut the reply after creating a payment (next n, -1 always)',
  dropReplyConfirm: 'Cut the reply after confirming',
  dropReplyCancel: 'Cut the reply after canceling',
  dropReplyRefund: 'Cut the reply after refunding',
  answer500: 'Answer 500 (next n, -1 always)',
  saved500: 'Answer 500, and again whenever the request is repeated with its key (next n, -1 always)',
  saved500AfterWork: 'Answer 500 after the work was done',
  answer429: 'Answer 429 (next n, -1 always)',
  hangMs: 'Calls hang for (ms)',
  outage: 'The API is down',
  scriptOutage: 'The script for the browser is down',
  faultsOn: 'Calls that 500, 429, hanging and outage affect',
  refundStatus: 'Initial status of a new refund',
  processingMs: 'Payments stay in processing for (ms)',
}

function faults(now: Faults): Html {
  const fields = Object.entries(labels).map(([name, label]) => field(name, label, now[name as keyof Faults]))
  const isAnySet = Object.entries(noFaults).some(([name, rest]) => now[name as keyof Faults] !== rest)
  const hint = isAnySet
    ? html`<p><strong>Some switches are on: things go wrong on purpose.</strong></p>`
    : html``
  return html`<section class="card"><h2>Make things go wrong</h2>${hint}
    <form method="post" action="/stripe/faults"><div class="faults">${fields}</div><p><button>Apply</button></p></form>
    <form method="post" action="/stripe/faults/reset"><button class="quiet">Everything back to normal</button></form></section>`
}

function field(name: string, label: string, value: string | number | boolean): Html {
  const head = html`<label for="${name}">${label}</label>`
  if (typeof value === 'number') {
    return html`<div>${head}<input id="${name}" name="${name}" type="number" min="-1" max="86400000" value="${value}" required></div>`
  }
  const possible = typeof value === 'boolean' ? ['false', 'true'] : (choices[name] ?? [])
  const words: Record<string, string> = { false: 'no', true: 'yes', all: 'every call' }
  const options = possible.map(choice =>
    choice === String(value)
      ? html`<option value="${choice}" selected>${words[choice] ?? choice}</option>`
      : html`<option value="${choice}">${words[choice] ?? choice}</option>`,
  )
  return html`<div>${head}<select id="${name}" name="${name}">${options}</select></div>`
}

function table(title: string, heads: string[], rows: Html[]): Html {
  const body = rows.length === 0 ? [html`<tr><td colspan="${heads.length}">None yet.</td></tr>`] : rows
  const head = heads.map(name => html`<th>${name}</th>`)
  return html`<section class="card"><h2>${title}</h2><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></section>`
}

function payments(api: Api): Html {
  const rows = api.ledger.intents(shown).map(intent => {
    const taken = intent.status === 'succeeded'
    const metadata = Object.entries(intent.metadata).map(([key, value]) => html`${key}: ${value}<br>`)
    return html`<tr><td>${clock(intent.created)}</td><td><code>${intent.id}</code><br>${intent.description ?? ''}</td>
      <td>${written(intent.amount, intent.currency)}</td><td>${intent.status}<br><small>${intent.last_payment_error?.message ?? ''}</small></td><td>${metadata}</td>
      <td>${taken ? html`${refundForm(intent)}${button(intent.id, 'dispute', 'Dispute')}${button(intent.id, 'inquiry', 'Inquiry')}` : ''}</td></tr>`
  })
  return table('Payments', ['Created (UTC)', 'Payment', 'Amount', 'Status', 'Metadata', 'By hand'], rows)
}

function refunds(api: Api): Html {
  const rows = api.ledger.refunds(shown).map(
    refund => html`<tr><td>${clock(refund.created)}</td><td><code>${refund.id}</code></td>
      <td>${written(refund.amount, refund.currency)}</td><td>${refund.status ?? ''}<br><small>${refund.failure_reason ?? ''}</small></td>
      <td><code>${idOf(refund.payment_intent) ?? ''}</code></td>
      <td>${button(refund.id, 'succeed', 'Succeed')}${button(refund.id, 'fail', 'Fail')}${button(refund.id, 'cancel', 'Cancel')}</td></tr>`,
  )
  return table('Refunds', ['Created (UTC)', 'Refund', 'Amount', 'Status', 'Of payment', 'By hand'], rows)
}

function disputes(api: Api): Html {
  const rows = api.ledger.disputes(shown).map(
    dispute => html`<tr><td>${clock(dispute.created)}</td><td><code>${dispute.id}</code></td>
      <td>${written(dispute.amount, dispute.currency)}</td><td>${dispute.status}</td>
      <td><code>${idOf(dispute.payment_intent) ?? ''}</code></td>
      <td>${button(dispute.id, 'win', 'The shop wins')}${button(dispute.id, 'lose', 'The shop loses')}</td></tr>`,
  )
  return table('Disputes', ['Created (UTC)', 'Dispute', 'Amount', 'Status', 'Of payment', 'By hand'], rows)
}

/** Triggers an action of by-hand.ts. */
const button = (id: string, act: string, label: string): Html =>
  html`<form method="post" action="/stripe/test/${id}/${act}"><button class="quiet">${label}</button></form>`

function refundForm({ id, amount, currency }: Stripe.PaymentIntent): Html {
  const step = stepOf(currency)
  return html`<form method="post" action="/stripe/test/${id}/refund">
    <label for="refund-${id}">Minor units</label> <input id="refund-${id}" name="amount" type="number" min="${step}" step="${step}" max="${amount}" placeholder="all">
    <button class="quiet">Refund</button></form>`
}

function events(api: Api): Html {
  const waiting = api.webhooks.undelivered()
  const rows = api.ledger.events(shown).map(event => eventRow(api, event, waiting.has(event.id)))
  return table('Events', ['Created (UTC)', 'Event', 'Delivery', ''], rows)
}

function eventRow(api: Api, event: Stripe.Event, waiting: boolean): Html {
  const outcomes = api.webhooks.attempts(event.id).map(attempt => attempt.outcome)
  const tried = outcomes.length === 0 ? 'not tried yet' : outcomes.slice(-6).join(', ')
  return html`<tr><td>${clock(event.created)}</td><td>${event.type}<br><code>${event.id}</code></td>
    <td>${tried}${waiting ? ' (still trying)' : ''}</td>
    <td><form method="post" action="/stripe/events/${event.id}/resend"><button class="quiet">Send again</button></form></td></tr>`
}
