import { dateOf } from './date-words.ts'
import { dayAfter, endOfDay } from './day.ts'
import { Refusal } from './refusal.ts'

/** A shop that takes no new orders until the end of a day. Everything about orders that exist goes on. */
export interface Closed {
  /** What visitors read above all pages. */
  text: string
  /** The last day without orders, in the shop's time zone: '2026-08-02'. */
  until: string
}

export const isClosed = (closed: Closed | null, now: number, timeZone: string): closed is Closed =>
  closed !== null && now < endOfDay(closed.until, timeZone)

export const closedSentence = ({ until }: Pick<Closed, 'until'>): string =>
  `The shop is closed at the moment. You can order again from ${dateOf(dayAfter(until, 1))}.`

export const shopClosed = ({ until }: Closed): Refusal =>
  new Refusal('shop_closed', closedSentence({ until }), { facts: { until } })

/** Whoever closes the shop means a day to come. What was saved before may stay when its day is over. */
export function dayOverRefusal(
  before: Closed | null,
  closed: Closed | null,
  now: number,
  timeZone: string,
): Refusal | undefined {
  const isNew = closed?.text !== before?.text || closed?.until !== before?.until
  if (!closed || !isNew || isClosed(closed, now, timeZone)) return undefined
  const detail = 'This day is over. Choose today or a later day.'
  return new Refusal('bad_input', detail, { fields: { 'content.closed.until': detail } })
}
