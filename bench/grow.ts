// Fills the configured shop with a history, to see how it performs when it is large:
//   npm run shop -- grow --items 100000 --users 50000 --orders 1000000 --reviews 100000
import { runCommand, settingsOfShop } from '../scripts/command.ts'
import { grow, seconds } from './grow-shop.ts'

const defaults = { items: 100_000, users: 50_000, orders: 1_000_000, reviews: 100_000 }

await runCommand('grow', async ({ counts }) => {
  const start = performance.now()
  await grow(settingsOfShop(), { ...defaults, ...counts }, console.log)
  console.log(`Grown in ${seconds(start)}. Check the books: npm run shop -- verify`)
  return true
})
