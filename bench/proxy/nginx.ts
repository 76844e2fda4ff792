import { spawn, spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../tests/helpers/free-port.ts'
import { end } from '../processes.ts'

export interface Nginx {
  url: string
  end(): Promise<void>
}

/** The example of deploy/ before the shop, without its TLS. */
export async function startNginx(shopUrl: string, folder: string): Promise<Nginx> {
  if (spawnSync('nginx', ['-v']).error)
    throw new Error('nginx is not there, and is not installed by this: apt-get install nginx')
  const port = await freePort()
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'nginx.conf')
  const example = await readFile(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
  await writeFile(file, wholeOf(plainOf(example, { port, shopUrl, folder }), folder))
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: 'inherit' })
  await listens(port)
  return { url: `http://127.0.0.1:${port}`, end: () => end(child) }
}

/** Fails where the example has changed so that this would no longer measure it. */
export function plainOf(
  example: string,
  { port, shopUrl, folder }: { port: number; shopUrl: string; folder: string },
): string {
  const changes: [RegExp, string][] = [
    [/^server \{\s+listen 80;[^}]+\}\n/m, ''],
    [/^ +(ssl_|listen \[::\]:443).*\n/gm, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/127\.0\.0\.1:3000/, new URL(shopUrl).host],
    [/\/var\/cache\/tuckshop/, join(folder, 'copies')],
  ]
  return changes.reduce((text, [pattern, instead]) => {
    const changed = text.replace(pattern, instead)
    if (changed === text) throw new Error(`deploy/nginx.conf has no ${pattern} any more`)
    return changed
  }, example)
}

const wholeOf = (part: string, folder: string): string => `daemon off;
pid ${join(folder, 'pid')};
error_log ${join(folder, 'errors')};
worker_processes auto;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
access_log off;
${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${join(folder, name)};`).join('\n')}
${part}
}
`

async function listens(port: number): Promise<void> {
  const isOpen = () =>
    new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  for (let tries = 0; tries < 50; tries++) {
    if (await isOpen()) return
    await delay(100)
  }
  throw new Error('nginx does not listen')
}
