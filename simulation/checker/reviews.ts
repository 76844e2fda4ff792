import type { Books } from './books.ts'
import { type AnsweredCall, type Call, isCall, isDone, paramsOf } from './call.ts'
import type { Orders } from './orders.ts'
import type { Account, People } from './people.ts'
import { Register } from './register.ts'
import type { Complain, Rules } from './rules.ts'
import { fieldsOf, keptText, type Review, reviewsIn, sumOf } from './wire.ts'

interface KnownReview {
  author: Account
  itemId: string | null
  content: Register<string>
  isHidden: Register<boolean>
  seen: AnsweredCall
}

const route = 'POST /api/myReview'
const publicLateMs = 3000

/** Reviews stay as they were written; only buyers write about an item, once. */
export class Reviews implements Rules {
  readonly #people: People
  readonly #orders: Orders
  readonly #known = new Map<string, KnownReview>()
  readonly #writings: { account: Account; itemId: string | null; call: Call }[] = []

  constructor(people: People, orders: Orders) {
    this.#people = people
    this.#orders = orders
  }

  sent(call: Call): void {
    const account = this.#people.callerOf(call)
    if (account && isCall(call, route)) {
      const itemId = itemOf(call)
      this.#writings.push({ account, itemId, call })
      for (const known of this.#known.values())
        if (known.author === account && itemId !== null && known.itemId === itemId)
          known.content.write(contentOf(fieldsOf(call.body)), call)
    }
    const changed = paramsOf(call, 'PATCH /api/review/{id}')
    const { hidden } = fieldsOf(call.body)
    if (changed && typeof hidden === 'boolean')
      this.#known.get(changed.id ?? '')?.isHidden.write(hidden, call)
  }

  answered(call: AnsweredCall, complain: Complain): void {
    if (call.to !== 'shop' || !isDone(call)) return
    const reviews = reviewsIn(call.answer.body)
    const [written] = isCall(call, route) ? reviews : []
    if (written) this.#written(written, call, complain)
    const lateMs = isCall(call, 'GET /api/reviews') && !call.query.has('hidden') ? publicLateMs : 0
    for (const review of reviews) this.#read(review, call, lateMs, complain)
  }

  #written(review: Review, call: AnsweredCall, complain: Complain): void {
    const author = this.#people.callerOf(call)
    if (!author) return
    if (contentOf({ ...review }) !== contentOf(fieldsOf(call.body)))
      complain('review kept', `the review ${review._id} is not what ${author.email} has written`)
    if (review.itemId !== null && !this.#mayHaveBought(author, review.itemId))
      complain('review by a buyer', `${author.email} has not paid for ${review.itemId} and has reviewed it`)
    const known = this.#known.get(review._id)
    if (known && known.author !== author)
      complain('review kept', `${author.email} has changed the review of ${known.author.email}`)
    if (known) return
    for (const other of this.#known.values())
      if (other.author === author && review.itemId !== null && other.itemId === review.itemId)
        complain('one review of an item', `${author.email} has two reviews of ${review.itemId}`)
    const content = new Register<string>()
    for (const writing of this.#writings)
      if (
        writing.account === author &&
        writing.itemId === review.itemId &&
        (review.itemId !== null || writing.call === call)
      )
        content.write(contentOf(fieldsOf(writing.call.body)), writing.call)
    const isHidden = new Register<boolean>()
    isHidden.write(review.hidden, call)
    this.#known.set(review._id, { author, itemId: review.itemId, content, isHidden, seen: call })
  }

  #mayHaveBought = (author: Account, itemId: string): boolean =>
    this.#orders.all.some(
      ({ owner, first, paid, id }) =>
        owner === author &&
        first.itemId === itemId &&
        (paid !== undefined || this.#orders.startedPayments.some(({ orders }) => orders.includes(id))),
    )

  #read(review: Review, call: AnsweredCall, lateMs: number, complain: Complain): void {
    const known = this.#known.get(review._id)
    if (!known || known.seen === call) return
    if (!known.content.allows(contentOf({ ...review }), call, lateMs))
      complain(
        'review kept',
        `the review ${review._id} of ${known.author.email} says ${contentOf({ ...review })}`,
      )
    if (!known.isHidden.allows(review.hidden, call, lateMs))
      complain('review kept', `the review ${review._id} of ${known.author.email}: hidden is ${review.hidden}`)
  }

  quiet(books: Books, complain: Complain): void {
    const found = new Map(books.reviews.map(review => [review._id, review]))
    for (const [id, { author }] of this.#known) {
      const review = found.get(id)
      if (review) this.#read(review, books.reading, 0, complain)
      else if (!this.#people.mayBeClosed(author, books.reading))
        complain('review kept', `the review ${id} of ${author.email} is gone`)
    }
    for (const item of books.items) {
      const shown = books.reviews.filter(({ itemId, hidden }) => itemId === item._id && !hidden)
      const stars = sumOf(shown.map(({ starRating }) => starRating)) / shown.length
      const wanted = shown.length === 0 ? null : Math.round(stars * 10) / 10
      if (item.reviewCount !== shown.length || item.stars !== wanted)
        complain(
          'stars',
          `${item.name}: ${item.reviewCount} reviews with ${item.stars}, there are ${shown.length} with ${wanted}`,
        )
    }
  }
}

const itemOf = (call: Call): string | null => {
  const { itemId } = fieldsOf(call.body)
  return typeof itemId === 'string' ? itemId : null
}

const contentOf = ({ name, comment, starRating }: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([keptText(name), keptText(comment), starRating])
