import { newsletter as contract } from '#contract/newsletter.ts'
import type { Deps } from '../../deps.ts'
import { visitorOf } from '../../http/address.ts'
import { requestLog } from '../../http/log.ts'
import { ownOrigin } from '../../http/origin.ts'
import type { Serve } from '../../http/serve.ts'
import { emailsFrom } from '../../limits/email-limits.ts'
import { checkRate } from '../../limits/rates.ts'
import * as newsletter from '../../store/newsletter.ts'
import { originForLinks } from '../identity/mailed-links.ts'
import { exportSubscribers, removeSubscriber } from './manage-subscribers.ts'
import { askToConfirm, checkOffered, confirmSubscription, unsubscribe } from './subscribe.ts'

export function newsletterRoutes(serve: Serve, deps: Deps): void {
  serve(contract.subscribe, async ({ body, request, reply }) => {
    await checkOffered(deps)
    const asked = { ...body, origin: originForLinks(request, deps) }
    await checkRate(
      deps,
      [emailsFrom(visitorOf(request, deps.config))],
      'Many emails were requested from your network.',
    )
    // After the response, so that not even its timing tells whether the address is known.
    reply.raw.once('close', () => {
      askToConfirm(deps, asked).catch((error: unknown) =>
        requestLog(request).error({ err: error }, 'an email for the newsletter could not be written'),
      )
    })
  })
  serve(contract.confirm, async ({ body, request }) => {
    await checkOffered(deps)
    const origin = deps.mail && ownOrigin(request, deps.config.publicUrl)
    await confirmSubscription(deps, body.token, origin)
  })
  serve(contract.unsubscribe, ({ query }) => unsubscribe(deps, query.token))
  serve(contract.read, async () => ({
    count: await newsletter.count(deps.db.read),
    canSubscribe: deps.mail !== undefined,
  }))
  serve(contract.export, async ({ caller, request, reply }) => {
    reply.header('content-disposition', 'attachment; filename="subscribers.csv"')
    return exportSubscribers(deps, caller, ownOrigin(request, deps.config.publicUrl))
  })
  serve(contract.remove, ({ caller, params }) => removeSubscriber(deps, caller, params.email))
}
