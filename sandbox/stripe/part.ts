import type { FastifyInstance } from 'fastify'
import type { World } from '../world.ts'
import { apiRoutes } from './api.ts'
import { controlRoutes } from './control.ts'
import { dashboardRoutes } from './dashboard.ts'
import { KnobBoard } from './fault-switches.ts'
import { hostedRoutes } from './hosted.ts'
import { Idempotency } from './idempotency.ts'
import { Ledger } from './ledger.ts'
import { Settlements } from './settlements.ts'
import { Webhooks } from './webhooks.ts'

/** The card provider: its API, its hosted fields, its webhooks, and a dashboard with knobs. */
export async function stripePart(app: FastifyInstance, world: World): Promise<void> {
  const knobs = new KnobBoard(world.documents)
  const webhooks = new Webhooks(world, knobs)
  const ledger = new Ledger(world.documents, webhooks.announce)
  const settlements = new Settlements(world.documents, ledger, knobs)
  const api = { knobs, webhooks, ledger, settlements, idempotency: new Idempotency(world.documents) }

  await app.register(scope => apiRoutes(scope, api), { prefix: '/v1' })
  await app.register(scope => controlRoutes(scope, api), { prefix: '/stripe' })
  await app.register(scope => hostedRoutes(scope, api, world), { prefix: '/stripe' })
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
