import assert from 'node:assert/strict'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { onSqlite } from '../../../../tests/helpers/shop.ts'

const write = async (customer: Customer) =>
  (await customer.call('POST', '/api/myReview', { name: 'Ann', comment: 'Good', starRating: 5 })).statusCode

/** Fails if all customers share one limit: after ten reviews no one could write for an hour. */
onSqlite('the limit of ten reviews an hour applies to each customer separately', async shop => {
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const answers: number[] = []
  for (let n = 0; n < 11; n++) answers.push(await write(ann))
  assert.deepEqual(answers, [...Array.from({ length: 10 }, () => 201), 429])
  assert.equal(await write(bob), 201)
  assert.equal((await shop.call({ url: '/api/reviews' })).json().length, 11)
  shop.travel(3_600_001)
  assert.equal(await write(ann), 201)
})
