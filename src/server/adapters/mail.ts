export interface Attachment {
  name: string
  type: string
  bytes: Buffer
}

export interface Letter {
  /** The same for every try at the same letter: mailboxes drop what they have already. */
  id: string
  to: string
  subject: string
  text: string
  html: string
  attachments?: readonly Attachment[]
}

/** The mail server will never take this email for this recipient; what it said, without the address. */
export class RecipientRefused extends Error {}

/** Sends a letter, or throws. */
export interface Mail {
  send(letter: Letter): Promise<void>
  close(): void
}
