import { hash } from 'node:crypto'
import type { Transporter } from 'nodemailer'
import type { SmtpConfig } from '../settings/providers.ts'
import { type Mail, type Message, RecipientRefused } from './mail.ts'

/** Even a server that says a byte now and then is not waited for any longer than this. */
const patienceMs = 90_000

/** Mail over SMTP. Loaded on first use: a shop that sends none stays small. */
export class SmtpMail implements Mail {
  readonly #config: SmtpConfig
  readonly #shopName: string
  #transport: Promise<Transporter> | undefined

  constructor(config: SmtpConfig, shopName: string) {
    this.#config = config
    this.#shopName = shopName
  }

  async send({ id, to, subject, text, html, attachments = [] }: Message): Promise<void> {
    const transport = await this.#connect()
    const { from, replyTo } = this.#config
    const messageId = `<${hash('sha256', id, 'hex').slice(0, 32)}@${from.split('@').at(-1)}>`
    // As an object: an address with a comma or a quote in it stays one address.
    const sending = transport.sendMail({
      messageId,
      from: { name: this.#shopName, address: from },
      ...(replyTo && { replyTo: { name: this.#shopName, address: replyTo } }),
      to: { name: '', address: to },
      subject,
      text,
      html,
      attachments: attachments.map(({ name, type, bytes }) => ({
        filename: name,
        contentType: type,
        content: bytes,
      })),
    })
    await Promise.race([sending, tooSlow(patienceMs)]).catch(withoutAddresses)
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

/** Refusals of the shop itself: it has to sign in, or may not relay to others. Those end when its settings are put right. */
const aboutTheShop = /^5(30|34|35|38)\b|\b5\.7\.\d|relay|authenticat/i

/** A 5xx to the recipient or to the email itself. The sender and the login are the shop's own, and are tried again. */
function isForGood(
  error: Error & { command?: unknown; response?: unknown; responseCode?: unknown },
): boolean {
  const { command, response, responseCode } = error
  if (command !== 'RCPT TO' && command !== 'DATA') return false
  return Number(responseCode) >= 500 && !aboutTheShop.test(String(response))
}

/** A mail server repeats in its refusal to whom it will not deliver, and what is thrown goes into the log. */
function withoutAddresses(error: unknown): never {
  if (!(error instanceof Error)) throw error
  error.message = error.message.replace(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '…@…')
  throw isForGood(error) ? new RecipientRefused(error.message) : error
}

function tooSlow(ms: number): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error('The mail server did not take the email in time')), ms).unref()
  })
}

/** What stands in the address wins over all other options of the library, so that is where it has to stand. */
function addressOf({ url, needsTls }: SmtpConfig): string {
  if (!needsTls) return url
  const address = new URL(url)
  address.searchParams.set('requireTLS', 'true')
  return address.href
}
