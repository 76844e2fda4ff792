import * as z from 'zod/mini'
import type { OpeningFacts } from '#domain/opening-day.ts'
import { endpoint } from './endpoint.ts'

const facts = z.strictObject({
  isNamed: z.boolean(),
  hasAddress: z.boolean(),
  hasTerms: z.boolean(),
  hasItem: z.boolean(),
  cards: z.enum(['off', 'test', 'unheard', 'on']),
  mail: z.enum(['off', 'no_sender', 'on']),
  backup: z.nullable(
    z.strictObject({ to: z.string(), at: z.iso.datetime(), problem: z.nullable(z.string()) }),
  ),
  hasFooterLinks: z.boolean(),
  hasSecondFactor: z.boolean(),
  publicUrl: z.nullable(z.string()),
}) satisfies z.ZodMiniType<OpeningFacts>

const hidden = z.strictObject({ isHidden: z.boolean() })

const shown = z.extend(hidden, { facts })

export type OpeningDay = z.output<typeof shown>

export const openingDay = {
  show: endpoint({
    method: 'GET',
    path: '/openingDay',
    who: 'admin',
    summary: 'What a new shop still needs; a demo has no such list',
    answer: shown,
  }),
  hide: endpoint({
    method: 'PUT',
    path: '/openingDay',
    who: 'admin',
    summary: 'Hide the list for all admins, or show it again',
    body: hidden,
    status: 204,
  }),
  sendTestEmail: endpoint({
    method: 'POST',
    path: '/openingDay/testEmail',
    who: 'admin',
    summary: 'Send an email to the caller now; the answer says whether the mail server has accepted it',
    answer: z.strictObject({ to: z.string() }),
  }),
}
