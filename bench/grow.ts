// Fills the shop that the settings name with a history, to see how it does when it is large:
//   npm run grow -- --items 100000 --users 50000 --orders 1000000 --reviews 100000
import { parseArgs } from 'node:util'
import { runCommand } from '../scripts/command.ts'
import { grow, seconds } from './grow/grow.ts'

const { values } = parseArgs({
  options: {
    items: { type: 'string', default: '100000' },
    users: { type: 'string', default: '50000' },
    orders: { type: 'string', default: '1000000' },
    reviews: { type: 'string', default: '100000' },
  },
})
const [items, users, orders, reviews] = [values.items, values.users, values.orders, values.reviews].map(
  Number,
)
const size = { items: items ?? 0, users: users ?? 0, orders: orders ?? 0, reviews: reviews ?? 0 }
const isGiven = Object.values(size).every(count => Number.isInteger(count) && count > 0)

await runCommand(
  'npm run grow -- [--items N] [--users N] [--orders N] [--reviews N]',
  isGiven,
  async config => {
    const start = performance.now()
    await grow(config, size, console.log)
    console.log(`Grown in ${seconds(start)}. Check the books: npm run verify`)
    return true
  },
)
