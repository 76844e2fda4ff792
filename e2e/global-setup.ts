import { makePlaces, removePlaces } from '../tests/helpers/run-databases.ts'

export default async function setup(): Promise<() => Promise<void>> {
  await makePlaces()
  return removePlaces
}
