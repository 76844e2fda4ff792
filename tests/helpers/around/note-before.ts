/** Tells tests/rooms.test.ts which file has done something before a test. */
export const noteBefore = (file: string): void => Reflect.get(globalThis, 'noteBefore')(file)
