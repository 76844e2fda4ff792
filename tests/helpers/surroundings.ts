/**
 * What a program of ours is started with besides its settings, as the bootstrap does it. Without Node's cache each
 * start strips and compiles everything anew, which takes as long as all the rest of it.
 */
export const surroundings = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
