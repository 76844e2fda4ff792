import { emailPriority, type NewEmail } from '../store/outbox.ts'
import type { AvailableItem, Waiting } from '../store/stock-alerts.ts'
import { emailTo, linkTo } from './message.ts'

interface Asked {
  userId: string
  at: number
  email: string
  item: { _id: string; name: string }
  secret: string
  /** The shop's address; undefined if unknown. */
  origin: string | undefined
}

/**
 * Confirms a request, with a link to a page that cancels it after a confirmation. The id contains the day, so repeated
 * requests send one email a day.
 */
export function alertConfirmation({ userId, at, email, item, secret, origin }: Asked): NewEmail {
  const day = new Date(at).toISOString().slice(0, 10)
  const message = emailTo(
    `alert asked ${item._id} ${userId} ${day}`,
    { id: userId, email },
    {
      subject: `We will email you when ${item.name} is back`,
      opening: `${item.name} is sold out. We will email you once when it is back, as you asked.`,
      items: [{ itemId: item._id, name: item.name }],
      lines: [],
      action: origin ? { label: 'Cancel this alert', link: `${origin}/?stop=${secret}` } : undefined,
      closing: origin
        ? 'If you change your mind, use the button. You do not need to sign in.'
        : 'If you change your mind, cancel it on the page of the item.',
    },
  )
  return { ...message, priority: emailPriority.account }
}

/** The prefix of the ids of all these emails. */
export const backInStockPrefix = 'back '

export function backInStock(item: AvailableItem, waiting: Waiting, publicUrl: string | undefined): NewEmail {
  const message = emailTo(
    `${backInStockPrefix}${item.id} ${waiting.user_id} ${waiting.created_at}`,
    { id: waiting.user_id, email: waiting.email },
    {
      subject: `${item.name} is back`,
      opening: `${item.name} can be ordered again.`,
      items: [{ itemId: item.id, name: item.name }],
      lines: [],
      action: linkTo(publicUrl, `/items/${item.id}`, 'See the item'),
      closing: 'You asked for this email. We will not send another one about it unless you ask again.',
    },
  )
  return { ...message, priority: emailPriority.alert }
}
