import type { FastifyRequest } from 'fastify'
import { browserName } from '#domain/browser-name.ts'
import { addressOf } from './address.ts'

/** The browser and IP address of a request, in a form that the user recognizes. */
export interface Client {
  browser: string
  address: string
}

export const clientOf = (request: FastifyRequest): Client => ({
  browser: browserName(request.headers['user-agent']),
  address: addressOf(request),
})
