/** The address in what a shop has printed so far, once it is open: a demo says so in words, a live shop in a line of JSON. */
export const openedAt = (printed: string): string | undefined =>
  /open at (https?:[^\s"]+)["\s]/.exec(printed)?.[1]
