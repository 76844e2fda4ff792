import { Refusal } from '#domain/refusal.ts'

export const cardsOff = (): Refusal =>
  new Refusal('feature_off', 'This shop does not take cards at the moment.')
