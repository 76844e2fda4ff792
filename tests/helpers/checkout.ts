import { execFileSync, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

const scripts = join(import.meta.dirname, '../../scripts')

export interface Ended {
  code: number | null
  printed: string
}

/** A package as npm packs it: file name to content. */
type Pack = Record<string, string>

/**
 * A temporary checkout with the real bootstrap, two packages instead of hundreds and a shell script as Node. It makes a first
 * start take a second instead of a minute.
 */
export class Checkout {
  readonly root = mkdtempSync(join(tmpdir(), 'tuckshop-checkout-'))
  readonly nodePackage = `node-${process.platform}-${process.arch}`
  readonly #packs: Record<string, Pack> = {
    [this.nodePackage]: { 'bin/node': `#!/bin/sh\nexec '${process.execPath}' "$@"\n` },
    tool: { 'index.js': 'export const tool = 1\n' },
  }

  constructor() {
    for (const name of ['bootstrap.mjs', 'bootstrap', 'command-list.mjs', 'commands.mjs'])
      cpSync(join(scripts, name), join(this.root, 'scripts', name), { recursive: true })
    this.write('npm/npm-cli.js', fakeNpm)
    this.write(
      'scripts/command.mjs',
      `import { existsSync } from 'node:fs'
console.log('ran', process.env.NODE_ENV, existsSync('node_modules/tool'))`,
    )
    for (const [name, files] of Object.entries(this.#packs)) this.#pack(name, files)
    this.write('package.json', JSON.stringify({ name: 'checkout', type: 'module', ...this.#wanted }))
    this.write('package-lock.json', JSON.stringify(this.lock))
  }

  get #wanted() {
    return {
      optionalDependencies: { [this.nodePackage]: `file:packs/${this.nodePackage}.tgz` },
      devDependencies: { tool: 'file:packs/tool.tgz' },
    }
  }

  get lock() {
    const entry = (name: string, more: object) => ({
      version: '1.0.0',
      resolved: `file:packs/${name}.tgz`,
      integrity: `sha512-${hash('sha512', readFileSync(this.path(`packs/${name}.tgz`)), 'base64')}`,
      ...more,
    })
    const native = { optional: true, os: [process.platform], cpu: [process.arch] }
    return {
      name: 'checkout',
      lockfileVersion: 3,
      requires: true,
      packages: {
        '': { name: 'checkout', ...this.#wanted },
        [`node_modules/${this.nodePackage}`]: entry(this.nodePackage, native),
        'node_modules/tool': entry('tool', { dev: true }),
      } as Record<string, object>,
    }
  }

  path(name: string): string {
    return join(this.root, name)
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true })
    writeFileSync(this.path(name), text, { mode: 0o755 })
  }

  #pack(name: string, files: Pack): void {
    const manifest = JSON.stringify({ name, version: '1.0.0', type: 'module' })
    const folder = `packs/${name}/package`
    for (const [file, text] of Object.entries({ ...files, 'package.json': manifest }))
      this.write(`${folder}/${file}`, text)
    execFileSync('tar', ['czf', this.path(`packs/${name}.tgz`), '-C', this.path(`packs/${name}`), 'package'])
  }

  /** Makes the packages come from this address instead of from files. */
  fetchFrom(address: string): void {
    for (const file of ['package.json', 'package-lock.json'])
      this.write(file, readFileSync(this.path(file), 'utf8').replaceAll('file:', address))
  }

  /** Imports a module of this checkout's bootstrap. */
  part<T>(name: string): Promise<T> {
    return import(pathToFileURL(this.path(`scripts/bootstrap/${name}`)).href)
  }

  /** How often the fake npm was called to install. */
  get installs(): number {
    return existsSync(this.path('npm/asked'))
      ? readFileSync(this.path('npm/asked'), 'utf8').split('ci ').length - 1
      : 0
  }

  /** Starts the bootstrap in its own process group. */
  start(args: string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [this.path('scripts/bootstrap.mjs'), ...args], {
      env: { PATH: process.env.PATH, npm_execpath: this.path('npm/npm-cli.js'), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let printed = ''
    const waiting: (() => void)[] = []
    const collect = (chunk: Buffer) => {
      printed += chunk
      for (const check of waiting) check()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const ended = new Promise<Ended>(resolve => child.once('close', code => resolve({ code, printed })))
    const said = (text: string) =>
      new Promise<void>((resolve, reject) => {
        const check = () => printed.includes(text) && resolve()
        waiting.push(check)
        check()
        void ended.then(() => reject(new Error(`It ended without '${text}':\n${printed}`)))
      })
    return { pid: child.pid ?? 0, ended, said }
  }

  run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
    return this.start(args, env).ended
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

export const command = 'scripts/command.mjs'

/**
 * A fake npm that leaves the same files as npm. With HALF it hangs in the middle of an installation; with HALF=deaf it and its
 * child also ignore signals. Like npm 10 it does not link a program called node in node_modules/.bin.
 */
const fakeNpm = `
import { spawn } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
const [verb] = process.argv.slice(2)
appendFileSync('npm/asked', process.argv.slice(2).join(' ') + '\\n')
if (verb === 'ping') {
  if (process.env.PING === 'silence') setInterval(() => {}, 1000)
  else if (process.env.PING) {
    console.error('npm error code ' + process.env.PING)
    process.exitCode = 1
  }
} else {
  rmSync('node_modules', { recursive: true, force: true })
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  delete packages['']
  for (const path of Object.keys(packages)) {
    cpSync('packs/' + path.slice(13) + '/package', path, { recursive: true })
    if (process.env.HALF) {
      if (process.env.HALF === 'deaf') {
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
        const deaf = "for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {}); setInterval(() => {}, 1000); console.log('child', process.pid)"
        spawn(process.execPath, ['-e', deaf], { stdio: 'inherit' })
        await new Promise(resolve => setTimeout(resolve, 60_000))
      }
      console.log('half way')
      await new Promise(resolve => setTimeout(resolve, 60_000))
    }
  }
  mkdirSync('node_modules', { recursive: true })
  writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
}
`

export async function withCheckout(work: (checkout: Checkout) => Promise<void>): Promise<void> {
  const checkout = new Checkout()
  try {
    await work(checkout)
  } finally {
    checkout.remove()
  }
}
