import { bundlePrograms } from './bundle-programs.ts'
import { makePlaces, removePlaces } from './run-places.ts'

/** What the tests of the shop need: places for its data, and bundled what they start in processes of their own. */
export async function globalSetup(): Promise<void> {
  process.env.TEST_PROGRAMS = await bundlePrograms(await makePlaces())
}

export const globalTeardown = removePlaces
