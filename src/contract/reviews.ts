import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, pageQuery, text } from './shapes.ts'

const words = {
  name: text(120, 'Name is required'),
  comment: text(2000, 'Comment is required'),
  starRating: z.int('Please choose 1 to 5 stars.').check(z.minimum(1), z.maximum(5)),
}

export const review = z.strictObject({ _id: id, ...words })

export type Review = z.output<typeof review>

export const newReview = z.strictObject(words)

export type NewReview = z.output<typeof newReview>

export const reviews = {
  list: endpoint({
    method: 'GET',
    path: '/reviews',
    who: 'anyone',
    summary: 'What customers say, newest first',
    query: pageQuery,
    answer: z.array(review),
  }),
  write: endpoint({
    method: 'POST',
    path: '/myReview',
    who: 'user',
    summary: 'Write a review',
    body: newReview,
    answer: review,
    status: 201,
  }),
}
