import { emailPriority, type NewEmail } from '../store/outbox.ts'
import type { BackItem, Waiting } from '../store/stock-alerts.ts'
import { type Line, letter } from './payment-emails.ts'

interface Asked {
  userId: string
  at: number
  email: string
  item: { _id: string; name: string }
  secret: string
  /** The shop's address; undefined where it is not known. */
  origin: string | undefined
}

/**
 * Tells what was asked for, with a link that takes it back: it opens a page that asks once more. Whoever asks, takes it
 * back and asks again gets one a day: its id is that of the day.
 */
export function alertAsked({ userId, at, email, item, secret, origin }: Asked): NewEmail {
  const lines: Line[] = origin ? [['Take it back', `${origin}/?stop=${secret}`]] : []
  const day = new Date(at).toISOString().slice(0, 10)
  const told = letter(
    `alert asked ${item._id} ${userId} ${day}`,
    { id: userId, email },
    {
      subject: `We will write when ${item.name} is back`,
      opening: `${item.name} is sold out. You asked for a letter when it is back: there will be one, once.`,
      lines,
      closing: origin
        ? 'If you do not want it any more, open the link above. You do not have to sign in.'
        : 'If you do not want it any more, the page of the item is where that can be changed.',
    },
  )
  return { ...told, priority: emailPriority.account }
}

/** With this the ids of all these letters begin. */
export const idOfBack = 'back '

/** An item is there again. */
export function itemBack(item: BackItem, waiting: Waiting, publicUrl: string | undefined): NewEmail {
  const told = letter(
    `${idOfBack}${item.id} ${waiting.user_id} ${waiting.created_at}`,
    { id: waiting.user_id, email: waiting.email },
    {
      subject: `${item.name} is back`,
      opening: `${item.name} can be ordered again.`,
      lines: publicUrl ? [['Open', `${publicUrl}/items/${item.id}`]] : [],
      closing: 'You asked for this letter. There will be no other one about it unless you ask again.',
    },
  )
  return { ...told, priority: emailPriority.news }
}
