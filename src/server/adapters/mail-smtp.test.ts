import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { SmtpMail } from './mail-smtp.ts'

const letter = { id: 'x', to: 'ann@example.com', subject: 'x', text: 'x', html: 'x' }

/** Fails where requireTLS is an option beside the address: what stands in the address wins. */
test('a mail server that offers no TLS gets neither the password nor the letter where TLS is needed', async () => {
  const seen: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username }, _, done) {
      seen.push(`signed in: ${username}`)
      done(null, { user: username })
    },
    onData(stream, _, done) {
      stream.resume().once('end', () => done())
      seen.push('a letter')
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const address = `smtp://shop:password@127.0.0.1:${port}`
  for (const url of [address, `${address}?ignoreTLS=true`, `${address}?requireTLS=false`]) {
    const mail = new SmtpMail({ url, needsTls: true }, 'tuckshop.example', 'Tuckshop')
    await assert.rejects(mail.send(letter), /TLS/)
    mail.close()
  }
  assert.deepEqual(seen, [])
  const mail = new SmtpMail({ url: address, needsTls: false }, 'tuckshop.example', 'Tuckshop')
  await mail.send(letter)
  assert.deepEqual(seen, ['signed in: shop', 'a letter'])
  mail.close()
  await new Promise<void>(resolve => server.close(resolve))
})
