import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idParams, pageQuery, paragraphs, searchText, storable, text } from './shapes.ts'

const words = {
  name: text(120, 'Name is required'),
  comment: paragraphs(2000, 'Comment is required'),
  starRating: z.int('Choose 1 to 5 stars.').check(z.minimum(1), z.maximum(5)),
}

const answer = paragraphs(2000, 'Reply is required')

export const review = z.strictObject({
  _id: id,
  ...words,
  /** Null for a review of the shop. */
  itemId: z.nullable(id),
  /** Only in the list for admins; null for a review of the shop. */
  itemName: z.optional(z.nullable(text(120))),
  /** Whether the author has bought the item. */
  verified: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The shop's reply. */
  answer: z.nullable(answer),
  /** Only admins see hidden reviews. */
  hidden: z.boolean(),
})

export type Review = z.output<typeof review>

export const reviewForm = z.strictObject(words)

const newReview = z.extend(reviewForm, {
  /** An item that the author has paid for. A second review of it replaces the first. */
  itemId: z.optional(id),
})

export type NewReview = z.output<typeof newReview>

export const answerForm = z.strictObject({ answer })

const reviewChange = z
  .strictObject({
    hidden: z.optional(z.boolean()),
    /** Null removes the answer. */
    answer: z.optional(z.nullable(answer)),
  })
  .check(
    z.refine(
      change => change.hidden !== undefined || change.answer !== undefined,
      'Send whether it is hidden, or the answer.',
    ),
  )

export type ReviewChange = z.output<typeof reviewChange>

const reviewQuery = z.extend(pageQuery, {
  /** 'true' includes hidden reviews; only for admins. */
  hidden: z.optional(z.literal('true')),
  /** Only reviews of this item. */
  itemId: z.optional(id),
  /** Parts of the item's name. This and the next two are only for admins and include hidden reviews. */
  search: z.optional(searchText.check(z.refine(storable, 'Names cannot contain these characters.'))),
  stars: z.optional(z.pipe(z.enum(['1', '2', '3', '4', '5']), z.transform(Number))),
  /** Neither answered nor hidden. */
  unanswered: z.optional(z.literal('true')),
})

export const reviews = {
  list: endpoint({
    method: 'GET',
    path: '/reviews',
    who: 'anyone',
    summary:
      'What customers say, newest first; with hidden=true, for admins, the hidden ones too, or those that a filter finds',
    query: reviewQuery,
    answer: z.array(review),
  }),
  write: endpoint({
    method: 'POST',
    path: '/myReview',
    who: 'user',
    summary: 'Write a review, of the shop or of an item that was bought',
    body: newReview,
    answer: review,
    status: 201,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/review/{id}',
    who: 'admin',
    summary: 'Hide a review or show it again, and reply to it',
    params: idParams,
    body: reviewChange,
    answer: review,
  }),
}
