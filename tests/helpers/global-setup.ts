import { bundlePrograms } from './bundle-programs.ts'
import { makePlaces, orNone, removePlaces } from './run-places.ts'

/** What the tests of the shop need: places for its data, and bundled what they start in processes of their own. */
export async function globalSetup(): Promise<void> {
  const folder = await makePlaces()
  process.env.TEST_PROGRAMS = await orNone(() => bundlePrograms(folder))
}

export const globalTeardown = removePlaces
