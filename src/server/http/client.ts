import type { FastifyRequest } from 'fastify'
import { browserName } from '#domain/browser-name.ts'
import { addressOf } from './address.ts'

/** From where somebody does something, as they would know it again. */
export interface Client {
  browser: string
  address: string
}

export const clientOf = (request: FastifyRequest): Client => ({
  browser: browserName(request.headers['user-agent']),
  address: addressOf(request),
})
