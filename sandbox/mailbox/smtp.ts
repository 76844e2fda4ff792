import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'
import type { FaultSwitches } from '../fault-switches.ts'
import type { Mails } from './mails.ts'

export type MailboxFault = 'rejectTemporarily' | 'rejectForever' | 'dropAfterData' | 'delayMs'

interface Smtp {
  port: number
  close(): Promise<void>
}

/** The response to a mail: a reply, or a connection that breaks before the reply. */
type Receipt = { reply: string } | { code: number; reply: string } | 'drop'

/** A mail server for this machine only. It accepts every mail from and to any address. */
export async function openSmtp(
  port: number,
  mails: Mails,
  faults: FaultSwitches<MailboxFault>,
): Promise<Smtp> {
  const server = new SMTPServer({
    name: 'localhost',
    banner: 'Sandbox: no email leaves this machine',
    size: 10 * 1024 * 1024,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1000,
    logger: false,
    onAuth: (auth, _, done) => done(null, { user: auth.username ?? 'somebody' }),
    onData: (stream, session, done) => {
      receive(stream, session, mails, faults).then(
        receipt => {
          if (receipt === 'drop') hangUp(server, session)
          else if ('code' in receipt) done(smtpError(receipt.code, receipt.reply))
          else done(null, receipt.reply)
        },
        () => done(smtpError(451, 'Could not read that email')),
      )
    },
  })
  // A sender may disconnect at any time, and an unhandled 'error' event would end the process.
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.on('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise
  return { port: (server.server.address() as AddressInfo).port, close: () => closed(server) }
}

async function receive(
  stream: SMTPServerDataStream,
  { envelope }: SMTPServerSession,
  mails: Mails,
  faults: FaultSwitches<MailboxFault>,
): Promise<Receipt> {
  const raw = await buffer(stream)
  // The server itself replies 552 to these.
  if (stream.sizeExceeded) return { reply: 'Too big' }
  if (faults.spend('rejectTemporarily')) return { code: 451, reply: 'Try again later, says a fault switch' }
  if (faults.spend('rejectForever')) return { code: 550, reply: 'No such emailbox, says a fault switch' }
  const from = envelope.mailFrom ? envelope.mailFrom.address : ''
  const mail = await mails.keep(raw, { from, to: envelope.rcptTo.map(({ address }) => address) })
  await pause(faults.read('delayMs'), undefined, { ref: false })
  return faults.spend('dropAfterData') ? 'drop' : { reply: `Kept as ${mail.id}` }
}

/** Closes the connection without a reply, so that the sender does not know that the mail was stored. */
function hangUp(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections) if (connection.session.id === session.id) connection.close()
}

const smtpError = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode })

function closed(server: SMTPServer): Promise<void> {
  return new Promise(resolve => {
    server.close(resolve)
    // Otherwise closing would wait for senders that keep their connection open.
    for (const connection of server.connections) connection.close()
  })
}
