import { join } from 'node:path'

const { PATH, NODE_COMPILE_CACHE, TEST_PROGRAMS: bundled } = process.env

/**
 * What a program of ours is started with besides its settings, as the bootstrap does it. Without Node's cache each
 * start strips and compiles everything anew, which takes as long as all the rest of it. What belongs to the bundle of
 * a run goes with it.
 */
export const programEnvironment = {
  PATH,
  NODE_COMPILE_CACHE: bundled ? join(bundled, 'compiled') : NODE_COMPILE_CACHE,
}
