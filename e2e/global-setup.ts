import { createTestDatabases, removeTestDatabases } from '../tests/helpers/run-databases.ts'

export default async function setup(): Promise<() => Promise<void>> {
  await createTestDatabases()
  return removeTestDatabases
}
