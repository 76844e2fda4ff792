import { hash } from 'node:crypto'
import type { Transporter } from 'nodemailer'
import type { SmtpConfig } from '../settings/providers.ts'
import { type Mail, type Message, RecipientRefused } from './mail.ts'

/** The longest time for one email, even if the server still sends a byte now and then. */
const timeoutMs = 90_000

/** Mail over SMTP. Loaded on first use, so a shop that sends no email stays small. */
export class SmtpMail implements Mail {
  readonly #config: SmtpConfig
  #transport: Promise<Transporter> | undefined

  constructor(config: SmtpConfig) {
    this.#config = config
  }

  async send({ id, from: name, to, subject, text, html, ...message }: Message): Promise<void> {
    const transport = await this.#connect()
    const { from: address, replyTo } = this.#config
    const messageId = `<${hash('sha256', id, 'hex').slice(0, 32)}@${address.split('@').at(-1)}>`
    // As an object: an address with a comma or a quote in it stays one address.
    const sending = transport.sendMail({
      messageId,
      from: { name, address },
      ...(replyTo && { replyTo: { name, address: replyTo } }),
      to: { name: '', address: to },
      subject,
      text,
      html,
      ...(message.unsubscribeUrl && { headers: oneClick(message.unsubscribeUrl) }),
      attachments: message.attachments?.map(({ name, type, bytes }) => ({
        filename: name,
        contentType: type,
        content: bytes,
      })),
    })
    await Promise.race([sending, tooSlow(timeoutMs)]).catch(withoutAddresses)
  }

  close(): void {
    void this.#transport?.then(transport => transport.close())
  }

  #connect(): Promise<Transporter> {
    this.#transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: addressOf(this.#config),
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 30_000,
      }),
    )
    return this.#transport
  }
}

/** RFC 8058: mail programs show a button that unsubscribes with one request. */
const oneClick = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Refusals about the shop itself: it must sign in, or may not relay. They end when its settings are corrected. */
const aboutTheShop = /^5(30|34|35|38)\b|\b5\.7\.\d|relay|authenticat/i

/**
 * A 5xx to the recipient or to the email itself. Errors about the sender or the login concern the shop, and are
 * retried.
 */
function isPermanent(
  error: Error & { command?: unknown; response?: unknown; responseCode?: unknown },
): boolean {
  const { command, response, responseCode } = error
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return Number(responseCode) >= 500 && !aboutTheShop.test(String(response))
}

/** A mail server repeats the recipient in its refusal, and thrown errors are logged. */
function withoutAddresses(error: unknown): never {
  if (!(error instanceof Error)) throw error
  error.message = error.message.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '…@…')
  throw isPermanent(error) ? new RecipientRefused(error.message) : error
}

function tooSlow(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The mail server did not accept the email in time')), ms).unref()
  })
}

/** The library lets the address override all other options, so this option must be in the address. */
function addressOf({ url, needsTls }: SmtpConfig): string {
  if (!needsTls) return url
  const address = new URL(url)
  address.searchParams.set('requireTLS', 'true')
  return address.href
}
