import { globalSetup, globalTeardown } from '../tests/helpers/global-setup.ts'

export default async function setup(): Promise<() => Promise<void>> {
  await globalSetup()
  return globalTeardown
}
