import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { apiRoutes } from './api.ts'
import { controlRoutes } from './control.ts'
import { dashboardRoutes } from './dashboard.ts'
import { FaultSwitches } from './fault-switches.ts'
import { hostedRoutes } from './hosted.ts'
import { Idempotency } from './idempotency.ts'
import { Ledger } from './ledger.ts'
import { Settlements } from './settlements.ts'
import { Webhooks } from './webhooks.ts'

/** The card provider: its API, its hosted fields, its webhooks, and a dashboard with fault switches. */
export async function stripePart(app: FastifyInstance, context: Context): Promise<void> {
  const faults = new FaultSwitches(context.documents)
  const webhooks = new Webhooks(context, faults)
  const ledger = new Ledger(context.documents, webhooks.announce)
  const settlements = new Settlements(context.documents, ledger, faults)
  const api = { faults, webhooks, ledger, settlements, idempotency: new Idempotency(context.documents) }

  await app.register(scope => apiRoutes(scope, api), { prefix: '/v1' })
  await app.register(scope => controlRoutes(scope, api), { prefix: '/stripe' })
  await app.register(scope => hostedRoutes(scope, api, context), { prefix: '/stripe' })
  await app.register(scope => dashboardRoutes(scope, api))

  app.addHook('onReady', async () => {
    webhooks.start()
    settlements.start()
  })
  app.addHook('onClose', async () => {
    webhooks.stop()
    settlements.stop()
  })
}
