import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../tests/helpers/free-port.ts'
import { pause } from './scenario.ts'

const shippedFile = join(import.meta.dirname, '../deploy/nginx.conf')

/** Debian installs nginx in a folder that only root has in PATH. */
const environment = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }

export const hasNginx = (): boolean =>
  spawnSync('nginx', ['-v'], { env: environment, stdio: 'ignore' }).status === 0

/** nginx with deploy/nginx.conf, in front of local shops. */
export class Nginx {
  readonly url: string
  readonly #folder: string
  readonly #child: ChildProcess

  private constructor(child: ChildProcess, folder: string, url: string) {
    this.#child = child
    this.#folder = folder
    this.url = url
  }

  static async open(shopPorts: readonly number[], file = shippedFile): Promise<Nginx> {
    const folder = await mkdtemp(join(tmpdir(), 'tuckshop-nginx-'))
    const [port, redirectPort] = [await freePort(), await freePort()]
    const site = onThisMachine(await readFile(file, 'utf8'), { shopPorts, port, redirectPort, folder })
    await writeFile(join(folder, 'site.conf'), site)
    await writeFile(join(folder, 'nginx.conf'), aroundSite(folder))
    const parameters = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
    const child = spawn('nginx', parameters, { env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
    const proxy = new Nginx(child, folder, `http://127.0.0.1:${port}`)
    for (let tries = 0; ; tries++) {
      if (await fetch(proxy.url).catch(() => undefined)) return proxy
      if (child.exitCode !== null || tries === 200) throw new Error(`nginx does not start with ${file}`)
      await pause(50)
    }
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
    await rm(this.#folder, { recursive: true })
  }
}

interface LocalSetup {
  shopPorts: readonly number[]
  port: number
  redirectPort: number
  folder: string
}

/** Changes only ports, paths and TLS, for which there is no certificate. The options of a shop's line stay. */
function onThisMachine(shipped: string, { shopPorts, port, redirectPort, folder }: LocalSetup): string {
  const shopLine = /^ +server 127\.0\.0\.1:3000( .*)?;$/m
  if (!shopLine.test(shipped)) throw new Error('The file has no line for a shop')
  return shipped
    .replace(shopLine, (_, options = '') =>
      shopPorts.map(at => `server 127.0.0.1:${at}${options};`).join('\n'),
    )
    .replace('/var/cache/tuckshop', join(folder, 'cache'))
    .replace('listen 80;', `listen 127.0.0.1:${redirectPort};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ +(listen \[::\]|ssl_).*$/gm, '')
}

const aroundSite = (folder: string): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  include ${folder}/site.conf;
}
`
