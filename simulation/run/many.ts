import { crashPlaces, type WorldEvent } from '../interfaces.ts'
import { playSeed } from './play.ts'
import { complaintsOf, summaryOf, Tally } from './report.ts'

interface Bounds {
  minutes?: number
  days?: number
}

/** Plays world after world until the time is over, or the days are played. False if one has a complaint. */
export async function playMany(seed: number, { minutes, days }: Bounds): Promise<boolean> {
  const tally = new Tally()
  const isEnough = () => (days === undefined ? tally.minutes >= (minutes ?? 5) : tally.days >= days)
  for (let next = seed; !isEnough(); next++) {
    const played = await playSeed(next)
    tally.add(played)
    if (played.complaints.length > 0) {
      console.log(`${tally}\n${complaintsOf(played)}`)
      return false
    }
    console.log(`${summaryOf(played)}\n  ${tally}`)
  }
  return true
}

const fixedSeeds = 20
const mostDays = 1

/** For `npm test`: the same worlds every time, the first of them twice, and a new one. */
export async function playQuickly(newSeed: number): Promise<boolean> {
  const first = await playSeed(1, { days: mostDays })
  const crashes = new Set<string>()
  const watch = (event: WorldEvent) => {
    if (event.kind === 'crashed') crashes.add(event.where)
  }
  let isFine = true
  for (const seed of [...Array.from({ length: fixedSeeds }, (_, n) => n + 1), newSeed]) {
    const played = await playSeed(seed, { days: mostDays }, watch)
    console.log(summaryOf(played))
    if (seed === 1 && played.hash !== first.hash) {
      console.log('Seed 1 played differently the second time: something in the process brings chance in.')
      isFine = false
    }
    if (played.complaints.length === 0) continue
    console.log(complaintsOf(played))
    isFine = false
  }
  const missed = crashPlaces.filter(place => !crashes.has(place))
  if (missed.length === 0) return isFine
  console.log(`No shop has crashed here: ${missed.join(', ')}.`)
  return false
}
