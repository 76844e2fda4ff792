import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { FaultSwitches, faultForm, faultRoutes } from '../fault-switches.ts'
import { acceptForms, sendPage } from '../forms.ts'
import { html } from '../page.ts'
import { Mails } from './mails.ts'
import { attachmentHeaders, frameHeaders, listBody, mailBody, withLinksInNewTab } from './pages.ts'
import { type MailboxFault, openSmtp } from './smtp.ts'

interface OneMail {
  Params: { id: string }
}
interface OneAttachment {
  Params: { id: string; index: string }
}
interface Wanted {
  Querystring: { to?: string }
}

/** Receives every mail of the shop over SMTP, stores it and shows it. */
export async function mailboxPart(app: FastifyInstance, context: Context): Promise<void> {
  const mails = new Mails(context.documents)
  const faults = new FaultSwitches<MailboxFault>(context.documents, '/mailbox/faults', {
    rejectTemporarily: 'Emails that are refused temporarily (451)',
    rejectForever: 'Emails that are refused permanently (550)',
    dropAfterData: 'Emails that are accepted, but the connection breaks before the reply',
    delayMs: 'Delay of every email, in milliseconds',
  })
  const smtp = await openSmtp(context.smtpPort, mails, faults)
  // Port 0 means any free port, so the context gets the actual one.
  context.smtpPort = smtp.port
  app.addHook('onClose', () => smtp.close())
  acceptForms(app)
  mailboxPages(app, mails, faults)
  faultRoutes(app, faults, '/mailbox')

  app.get<Wanted>('/mailbox.json', async request => mails.list(request.query.to))
  app.delete('/mailbox.json', async (_, reply) => {
    mails.empty()
    return reply.code(204).send()
  })
}

function mailboxPages(app: FastifyInstance, mails: Mails, faults: FaultSwitches<MailboxFault>): void {
  app.get<Wanted>('/mailbox', async (request, reply) => {
    const to = request.query.to || undefined
    return sendPage(reply, 'Mailbox', html`${listBody(mails.list(to), to ?? '')}${faultForm(faults)}`)
  })
  app.post('/mailbox/empty', async (_, reply) => {
    mails.empty()
    return reply.redirect('/mailbox', 303)
  })
  app.get<OneMail>('/mailbox/:id', async (request, reply) => {
    const mail = mails.get(request.params.id)
    if (!mail) return sendPage(reply, 'No such email', html`<p><a href="/mailbox">All emails</a></p>`, 404)
    return sendPage(reply, mail.subject || '(no subject)', mailBody(mail))
  })
  app.get<OneMail>('/mailbox/:id/html', async (request, reply) => {
    const mail = mails.get(request.params.id)
    if (!mail) return reply.code(404).type('text/plain').send('Not Found')
    return reply.headers(frameHeaders).type('text/html; charset=utf-8').send(withLinksInNewTab(mail.html))
  })
  app.get<OneAttachment>('/mailbox/:id/attachments/:index', async (request, reply) => {
    const file = mails.attachment(request.params.id, Number(request.params.index))
    if (!file) return reply.code(404).type('text/plain').send('Not Found')
    return reply.headers(attachmentHeaders(file.filename, file.mimeType)).send(file.bytes)
  })
}
