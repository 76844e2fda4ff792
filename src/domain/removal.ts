/** How long the page offers to undo the removal of a user. */
export const undoShownMs = 10_000

/** How long the removal can be undone: longer than that, for slow networks. */
const undoMs = 15_000

/** When the rest of a removal is done: later still, because the clocks of two processes differ. */
const finishMs = 30_000

export const canUndoRemoval = (removedAt: number, now: number): boolean => now - removedAt <= undoMs

/** Users removed until then can no longer be brought back. */
export const finishedUntil = (now: number): number => now - finishMs
