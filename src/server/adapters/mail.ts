export interface Attachment {
  name: string
  type: string
  bytes: Buffer
}

export interface Message {
  /** The same for every try at the same email: mailboxes drop what they have already. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
}

/** The mail server will never take this email for this recipient; what it said, without the address. */
export class RecipientRefused extends Error {}

/** Sends an email, or throws. */
export interface Mail {
  send(message: Message): Promise<void>
  close(): void
}
