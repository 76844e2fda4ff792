import { createTestDatabases, removeTestDatabases } from './run-databases.ts'

/** What the tests of the shop need: places for its data. */
export default async function setup(): Promise<() => Promise<void>> {
  await createTestDatabases()
  return removeTestDatabases
}
