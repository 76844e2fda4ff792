import type { Mail } from '../adapters/mail.ts'
import type { OutboxRow } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import * as outbox from '../store/outbox.ts'

const atOnce = 20
const leaseMs = 120_000
const maxPauseMs = 3_600_000
const mostTries = 60

/** Sends what is due. A letter that fails is tried again with growing pauses; after days it is given up, not lost. */
export async function sendOutbox({ db, now, metrics }: Deps, mail: Mail): Promise<void> {
  const due = await db.write(tx => outbox.claim(tx, now(), now() + leaseMs, atOnce))
  const problems: unknown[] = []
  for (const letter of due) {
    try {
      await mail.send(toLetter(letter))
      await db.write(tx => outbox.markSent(tx, letter.id, now()))
      metrics.letters.add('sent')
    } catch (error) {
      problems.push(error)
      metrics.letters.add(letter.tries >= mostTries ? 'given_up' : 'failed')
      await db.write(tx =>
        letter.tries >= mostTries
          ? outbox.giveUp(tx, letter.id, now())
          : outbox.retryAt(tx, letter.id, now() + pauseAfter(letter.tries)),
      )
    }
  }
  if (problems.length > 0) throw new AggregateError(problems, 'Some letters could not be sent yet')
}

const pauseAfter = (tries: number): number =>
  Math.round(Math.min(maxPauseMs, 2000 * 2 ** tries) * (0.8 + Math.random() * 0.4))

const toLetter = ({ id, recipient, subject, text_body, html_body }: OutboxRow) => ({
  id,
  to: recipient,
  subject,
  text: text_body,
  html: html_body,
})
