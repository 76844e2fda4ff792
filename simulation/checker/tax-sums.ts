/** The tax in an amount of minor units, rounded half up. Percentages have at most three decimals. */
export function taxIn(gross: number, percent: number): number {
  if (!Number.isSafeInteger(gross)) return Number.NaN
  const thousandths = BigInt(Math.round(percent * 1000))
  const whole = 100_000n + thousandths
  const product = BigInt(gross) * thousandths
  const rest = product % whole
  return Number(product / whole) + (2n * rest >= whole ? 1 : 0)
}

/** An amount, and what it may count for; '' is none of the sums. */
interface Choice {
  amount: number
  keys: readonly string[]
}

/** Whether each amount can count for one of its keys, so that all sums come out. */
export function isSplit(choices: readonly Choice[], sums: ReadonlyMap<string, number>): boolean {
  const names = [...sums.keys()]
  // A voucher may have covered all that a rate is about.
  const isCovered = (name: string) => choices.some(({ amount, keys }) => amount === 0 && keys.includes(name))
  if (names.some(name => !(Number(sums.get(name)) > 0 || (sums.get(name) === 0 && isCovered(name)))))
    return false
  const failed = new Set<string>()
  const from = (index: number, left: readonly number[]): boolean => {
    const choice = choices[index]
    if (!choice) return left.every(sum => sum === 0)
    const state = `${index} ${left}`
    if (failed.has(state)) return false
    const isFound = [...new Set(choice.keys)].some(key => {
      if (key === '') return from(index + 1, left)
      const at = names.indexOf(key)
      const rest = left.map((sum, n) => (n === at ? sum - choice.amount : sum))
      return at >= 0 && Number(rest[at]) >= 0 && from(index + 1, rest)
    })
    if (!isFound) failed.add(state)
    return isFound
  }
  return from(
    0,
    names.map(name => Number(sums.get(name))),
  )
}
