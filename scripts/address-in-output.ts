/** The address in the output of a shop, once it is open: a demo prints a sentence, a live shop a line of JSON. */
export const addressInOutput = (printed: string): string | undefined =>
  /open at (https?:[^\s"]+)["\s]/.exec(printed)?.[1]
