import { createTestDatabases, removeTestDatabases } from './run-databases.ts'

export default async function setup(): Promise<() => Promise<void>> {
  await createTestDatabases()
  return removeTestDatabases
}
