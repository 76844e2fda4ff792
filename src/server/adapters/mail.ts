export interface Attachment {
  name: string
  type: string
  bytes: Buffer
}

export interface Message {
  /** The same for every try to send the same email: mailboxes drop duplicates. */
  id: string
  /** The name of the sender: the shop's. */
  from: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
  /** Where mail programs unsubscribe the recipient with one click (RFC 8058). */
  unsubscribeUrl?: string
}

/** The mail server will never accept this email for this recipient. Has the server's message, without the address. */
export class RecipientRefused extends Error {}

/** Sends an email, or throws. */
export interface Mail {
  send(message: Message): Promise<void>
  close(): void
}
