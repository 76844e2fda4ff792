import { type Html, html } from '../page.ts'
import type { Mail } from './mails.ts'

const at = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 19)

export function listBody(mails: Mail[], to: string): Html {
  const rows = mails.map(
    mail => html`<tr><td>${at(mail.receivedAt)}</td><td>${mail.envelope.to.join(', ')}</td>
      <td><a href="/mailbox/${mail.id}">${mail.subject || '(no subject)'}</a>${mail.copyOf ? html` <strong>sent twice</strong>` : ''}</td></tr>`,
  )
  const table = html`<table><thead><tr><th scope="col">Received (UTC)</th><th scope="col">To</th><th scope="col">Subject</th></tr></thead>
    <tbody>${rows}</tbody></table>`
  return html`<form class="card" action="/mailbox">
      <label for="to">Only emails to</label><input id="to" name="to" type="email" value="${to}"> <button class="quiet">Show</button>
    </form>
    <div class="card">${mails.length > 0 ? table : html`<p>No email${to ? ` to ${to}` : ' yet'}.</p>`}</div>
    <form method="post" action="/mailbox/empty"><p><button class="quiet">Delete all emails</button></p></form>`
}

export function mailBody(mail: Mail): Html {
  const headers = mail.headers.map(
    ({ name, value }) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
  )
  const files = mail.attachments.map(
    ({ filename, mimeType }, index) =>
      html`<li><a href="/mailbox/${mail.id}/attachments/${index}">${filename || 'unnamed'}</a> (${mimeType})</li>`,
  )
  return html`<p><a href="/mailbox">All emails</a></p>
    <div class="card"><table><tbody>
      <tr><th scope="row">From</th><td>${mail.from}</td></tr>
      <tr><th scope="row">To</th><td>${mail.envelope.to.join(', ')}</td></tr>
      ${mail.copyOf ? html`<tr><th scope="row">Sent twice</th><td>It has the Message-ID of <a href="/mailbox/${mail.copyOf}">an earlier one</a>; most mailboxes would hide it.</td></tr>` : undefined}
      <tr><th scope="row">Received</th><td>${at(mail.receivedAt)} UTC</td></tr>
    </tbody></table></div>
    ${mail.html ? htmlCard(mail) : undefined}
    <div class="card"><h2>As text</h2><pre style="white-space: pre-wrap; overflow-wrap: anywhere">${withLinks(mail.text || '(no text version)')}</pre></div>
    ${files.length > 0 ? html`<div class="card"><h2>Attachments</h2><ul>${files}</ul></div>` : undefined}
    <details class="card"><summary>Headers</summary><table><tbody>${headers}</tbody></table></details>`
}

/** The frame can only open links in a new tab: no scripts, no forms, no access to this origin. */
function htmlCard({ id }: Mail): Html {
  return html`<div class="card"><h2>As sent</h2><iframe src="/mailbox/${id}/html" title="The email as sent"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    style="width: 100%; height: 44rem; border: 1px solid var(--line); border-radius: .4rem; background: #fff"></iframe>
    <p><a href="/mailbox/${id}/html">Open on its own</a></p></div>`
}

/** The same restrictions as headers, for a mail that is opened outside the frame. */
export const frameHeaders = {
  'content-security-policy':
    "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'; font-src data:; form-action 'none'; base-uri 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

/** A PDF opens inline and everything else downloads, so that no attachment runs in this origin. */
export const attachmentHeaders = (filename: string, mimeType: string) => ({
  'content-type': mimeType,
  'content-disposition': `${mimeType === 'application/pdf' ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(filename)}`,
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
})

/** Opens links in a new tab, as mail programs do; the shop does not allow itself to be withLinksInNewTab. */
export function withLinksInNewTab(source: string): string {
  const base = '<base target="_blank">'
  return /<head\b[^>]*>/i.test(source) ? source.replace(/<head\b[^>]*>/i, head => head + base) : base + source
}

function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"')\]]+)/)
    .map((part, index) => (index % 2 ? html`<a href="${part}" rel="noreferrer">${part}</a>` : html`${part}`))
}
