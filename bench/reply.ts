/** Sends a program's only answer and disconnects once it is written, which takes a while for a large one. */
export const reply = (answer: unknown): void => {
  process.send?.(answer, undefined, undefined, () => process.disconnect?.())
}
