import type { FastifyInstance } from 'fastify'
import { Knobs, knobCard, knobRoutes } from '../fault-switches.ts'
import { acceptForms, sendPage } from '../forms.ts'
import { html } from '../page.ts'
import type { World } from '../world.ts'
import { Mails } from './mails.ts'
import { attachmentHeaders, framed, frameHeaders, listBody, mailBody } from './pages.ts'
import { type MailboxKnob, openSmtp } from './smtp.ts'

interface OneMail {
  Params: { id: string }
}
interface OneAttachment {
  Params: { id: string; index: string }
}
interface Wanted {
  Querystring: { to?: string }
}

/** Every mail the shop sends ends here: received over SMTP, kept, and shown. */
export async function mailboxPart(app: FastifyInstance, world: World): Promise<void> {
  const mails = new Mails(world.documents)
  const knobs = new Knobs<MailboxKnob>(world.documents, '/mailbox/knobs', {
    rejectTemporarily: 'Mails that are refused for now (451)',
    rejectForever: 'Mails that are refused for good (550)',
    dropAfterData: 'Mails that are kept, but the connection breaks before the sender hears of it',
    delayMs: 'Milliseconds that every mail takes longer',
  })
  const smtp = await openSmtp(world.smtpPort, mails, knobs)
  // Port 0 asks for any free one; the world then says which it became.
  world.smtpPort = smtp.port
  app.addHook('onClose', () => smtp.close())
  acceptForms(app)
  mailboxPages(app, mails, knobs)
  knobRoutes(app, knobs, '/mailbox')

  app.get<Wanted>('/mailbox.json', async request => mails.list(request.query.to))
  app.delete('/mailbox.json', async (_, reply) => {
    mails.empty()
    return reply.code(204).send()
  })
}

function mailboxPages(app: FastifyInstance, mails: Mails, knobs: Knobs<MailboxKnob>): void {
  app.get<Wanted>('/mailbox', async (request, reply) => {
    const to = request.query.to || undefined
    return sendPage(reply, 'Mailbox', html`${listBody(mails.list(to), to ?? '')}${knobCard(knobs)}`)
  })
  app.post('/mailbox/empty', async (_, reply) => {
    mails.empty()
    return reply.redirect('/mailbox', 303)
  })
  app.get<OneMail>('/mailbox/:id', async (request, reply) => {
    const mail = mails.get(request.params.id)
    if (!mail) return sendPage(reply, 'No such mail', html`<p><a href="/mailbox">All mails</a></p>`, 404)
    return sendPage(reply, mail.subject || '(no subject)', mailBody(mail))
  })
  app.get<OneMail>('/mailbox/:id/html', async (request, reply) => {
    const mail = mails.get(request.params.id)
    if (!mail) return reply.code(404).type('text/plain').send('Not Found')
    return reply.headers(frameHeaders).type('text/html; charset=utf-8').send(framed(mail.html))
  })
  app.get<OneAttachment>('/mailbox/:id/attachments/:index', async (request, reply) => {
    const file = mails.attachment(request.params.id, Number(request.params.index))
    if (!file) return reply.code(404).type('text/plain').send('Not Found')
    return reply.headers(attachmentHeaders(file.filename, file.mimeType)).send(file.bytes)
  })
}
