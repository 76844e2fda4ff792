/** The one answer of a started program; it ends once the answer is really out, which a large one is not at once. */
export const reply = (answer: unknown): void => {
  process.send?.(answer, undefined, undefined, () => process.disconnect?.())
}
