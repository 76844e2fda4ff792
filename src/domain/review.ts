/** The average of so many ratings, to one decimal as it is shown; null without any. */
export const averageStars = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round((10 * sum) / count) / 10
