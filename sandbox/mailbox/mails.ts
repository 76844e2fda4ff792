import { randomBytes } from 'node:crypto'
import PostalMime, { type Address, type Email } from 'postal-mime'
import type { Documents } from '../documents.ts'

export interface Mail {
  id: string
  receivedAt: number
  /** From the SMTP commands; only here are Bcc recipients visible. */
  envelope: { from: string; to: string[] }
  from: string
  to: string[]
  subject: string
  date: string
  messageId: string
  /** An earlier mail with the same Message-ID and recipients. Large mail providers hide such duplicates. */
  copyOf: string | null
  text: string
  html: string
  headers: { name: string; value: string }[]
  attachments: { filename: string; mimeType: string }[]
}

export class Mails {
  readonly #documents: Documents

  constructor(documents: Documents) {
    this.#documents = documents
  }

  async keep(raw: Buffer, envelope: Mail['envelope']): Promise<Mail> {
    const email = await PostalMime.parse(raw)
    const read = mailFrom(email, envelope)
    const first = this.list().findLast(kept => isCopy(kept, read))
    const mail = { ...read, copyOf: first?.id ?? null }
    // Attachments are stored separately, so that listing mails does not load them.
    for (const [index, { content }] of email.attachments.entries())
      this.#documents.put('mailbox.attachment', `${mail.id}-${index}`, base64Of(content))
    this.#documents.put('mailbox.mail', mail.id, mail)
    return mail
  }

  /** Newest first, optionally for one recipient. */
  list(to?: string): Mail[] {
    const wanted = to?.trim().toLowerCase()
    const mails = this.#documents.list<Mail>('mailbox.mail', 1000)
    return wanted === undefined
      ? mails
      : mails.filter(mail => mail.envelope.to.some(address => address.toLowerCase() === wanted))
  }

  get(id: string): Mail | undefined {
    return this.#documents.get<Mail>('mailbox.mail', id)
  }

  attachment(id: string, index: number): (Mail['attachments'][number] & { bytes: Buffer }) | undefined {
    const attachment = this.get(id)?.attachments[index]
    const content = this.#documents.get<string>('mailbox.attachment', `${id}-${index}`)
    return attachment && content !== undefined
      ? { ...attachment, bytes: Buffer.from(content, 'base64') }
      : undefined
  }

  empty(): void {
    for (let some = this.list(); some.length > 0; some = this.list())
      for (const mail of some) this.#remove(mail)
  }

  #remove({ id, attachments }: Mail): void {
    for (const index of attachments.keys()) this.#documents.remove('mailbox.attachment', `${id}-${index}`)
    this.#documents.remove('mailbox.mail', id)
  }
}

const base64Of = (content: string | ArrayBuffer | Uint8Array): string =>
  (typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))).toString(
    'base64',
  )

const isCopy = (kept: Mail, mail: Mail): boolean =>
  mail.messageId !== '' &&
  kept.messageId === mail.messageId &&
  kept.envelope.to.join() === mail.envelope.to.join()

function mailFrom(email: Email, envelope: Mail['envelope']): Mail {
  return {
    id: randomBytes(8).toString('hex'),
    receivedAt: Date.now(),
    envelope,
    from: email.from ? written(email.from) : '',
    to: (email.to ?? []).map(written),
    subject: email.subject ?? '',
    date: email.date ?? '',
    messageId: email.messageId ?? '',
    copyOf: null,
    text: email.text ?? '',
    html: email.html ?? '',
    headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    attachments: email.attachments.map(({ filename, mimeType }) => ({ filename: filename ?? '', mimeType })),
  }
}

function written(address: Address): string {
  if (address.group) return `${address.name}: ${address.group.map(written).join(', ')}`
  return address.name ? `${address.name} <${address.address}>` : address.address
}
