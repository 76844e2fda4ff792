import { openTestShop } from '../tests/helpers/shop.ts'
import type { Scenario } from './scenario.ts'
import { promoted } from './stock.ts'

/**
 * Two admins remove each other at the same moment, and one of them must remain. Seen to fail when a removal looks for another
 * admin without locking: then both are removed and no admin is left.
 */
const eachOther: Scenario = {
  name: 'admins remove each other',
  rounds: { quick: 4, standard: 100 },
  quickEngine: 'postgres',
  async run({ engine, rounds, random, tally }) {
    const shop = await openTestShop(engine)
    let pair = [await promoted(shop), await promoted(shop)]
    for (; tally.rounds < rounds; tally.rounds++) {
      const [one, other] = random.shuffled(pair)
      if (!one || !other) throw new Error('An admin is missing')
      const answers = await Promise.all([
        one.call('DELETE', `/api/user/${other.email}`),
        other.call('DELETE', `/api/user/${one.email}`),
      ])
      tally.faults++
      const done = answers.filter(({ statusCode }) => statusCode === 204).length
      tally.acknowledged += done
      tally.expect(done === 1, `${done} of two admins were removed (${answers.map(a => a.statusCode)})`)
      const left = []
      for (const admin of [one, other]) {
        if ((await admin.call('GET', '/api/users')).statusCode === 200) left.push(admin)
      }
      tally.expect(left.length === 1, `${left.length} admins are left`)
      pair = [left[0] ?? (await promoted(shop)), await promoted(shop)]
    }
    await shop.close()
  },
}

export const adminScenarios: Scenario[] = [eachOther]
