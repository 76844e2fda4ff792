/** What scripts/build-worker.ts puts in: the files of the pages that are kept, and a name for this set of them. */
declare const BUILD: { readonly version: string; readonly files: readonly string[] }

export const build = BUILD
