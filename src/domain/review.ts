/** Rounded to one decimal; null without ratings. */
export const averageStars = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((10 * sum) / count) / 10
