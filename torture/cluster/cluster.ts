import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asOwner } from '../../tests/helpers/databases.ts'
import { fillUp } from '../../tests/helpers/small-disk.ts'
import { pause } from '../scenario.ts'
import { haproxyFile, patroniFile, ports } from './files.ts'
import { type Hub, hubAddress, Machine, openHub } from './networks.ts'
import { postgresBinaries } from './programs.ts'

const run = promisify(execFile)
const nobody = 65534
const signals = ['SIGINT', 'SIGTERM'] as const

interface Member {
  name: string
  role: string
  state: string
}

/** Two PostgreSQL servers under Patroni with synchronous replication, each with its own network and disk. */
export class Cluster {
  readonly url = `postgres://shop@${hubAddress}:${ports.front}/tuckshop`
  readonly #folder: string
  readonly #hub: Hub
  readonly nodes: readonly Node[]
  readonly #helpers: ChildProcess[]

  private constructor(folder: string, hub: Hub, nodes: readonly Node[], helpers: ChildProcess[]) {
    this.#folder = folder
    this.#hub = hub
    this.nodes = nodes
    this.#helpers = helpers
  }

  static async start(): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'tuckshop-cluster-'))
    await chown(folder, nobody, nobody)
    const hub = await openHub(`tshub${process.pid % 100_000}`)
    const nodes: Node[] = []
    const helpers: ChildProcess[] = []
    const cluster = new Cluster(folder, hub, nodes, helpers)
    for (const signal of signals) process.once(signal, cluster.#interrupted)
    try {
      helpers.push(await etcdIn(folder))
      for (const [n, name] of ['ada', 'bea'].entries()) {
        const machine = await Machine.connect(
          `ts${process.pid % 100_000}${name}`,
          `10.213.7.1${n + 1}`,
          hub.name,
        )
        nodes.push(await Node.make(name, machine, join(folder, name)))
      }
      helpers.push(await haproxyIn(folder, nodes))
      for (const node of nodes) node.start()
      await cluster.untilHealthy()
      await asOwner('create database tuckshop', cluster.url.replace(/tuckshop$/, 'postgres'))
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  /** The primary according to a reachable member; undefined while there is none. */
  async leader(): Promise<Node | undefined> {
    const found = (await this.#members()).find(({ role, state }) => role === 'leader' && isHealthy(state))
    return this.nodes.find(({ name }) => name === found?.name)
  }

  async primary(): Promise<Node> {
    for (;;) {
      const node = await this.leader()
      if (node) return node
      await pause(200)
    }
  }

  /** Waits until both servers run and the standby is synchronous. */
  async untilHealthy(patienceMs = 180_000): Promise<void> {
    for (const end = Date.now() + patienceMs; ; ) {
      const members = await this.#members()
      const roles = members.filter(({ state }) => isHealthy(state)).map(({ role }) => role)
      if (roles.includes('leader') && roles.includes('sync_standby')) return
      if (Date.now() > end)
        throw new Error(
          [
            `The cluster is not healthy again: ${JSON.stringify(members)}`,
            ...(await Promise.all(this.nodes.map(node => node.logTail()))),
          ].join('\n'),
        )
      await pause(300)
    }
  }

  async switchOver(): Promise<void> {
    const from = await this.primary()
    const to = this.nodes.find(node => node !== from)
    const answer = await fetch(`${from.api}/switchover`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ leader: from.name, candidate: to?.name }),
    })
    if (!answer.ok) throw new Error(`Patroni does not switch over: ${answer.status} ${await answer.text()}`)
  }

  /** Removes networks and disks, which would outlive this process. */
  readonly #interrupted = () => void this.stop().finally(() => process.exit(130))

  async stop(): Promise<void> {
    for (const signal of signals) process.off(signal, this.#interrupted)
    for (const node of this.nodes) await node.remove()
    for (const helper of this.#helpers) await ended(helper)
    await this.#hub.remove()
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #members(): Promise<Member[]> {
    const signal = AbortSignal.timeout(1000)
    const asked = this.nodes.map(async ({ api }) => {
      const { members } = (await (await fetch(`${api}/cluster`, { signal })).json()) as { members: Member[] }
      return members
    })
    return Promise.any(asked).catch(() => [])
  }
}

const isHealthy = (state: string): boolean => state === 'running' || state === 'streaming'

/** One PostgreSQL server and its Patroni. */
export class Node {
  readonly name: string
  readonly api: string
  readonly machine: Machine
  readonly #folder: string

  private constructor(name: string, machine: Machine, folder: string) {
    this.name = name
    this.machine = machine
    this.#folder = folder
    this.api = `http://${machine.address}:${ports.patroni}`
  }

  static async make(name: string, machine: Machine, folder: string): Promise<Node> {
    await mkdir(folder)
    const options = `size=320m,uid=${nobody},gid=${nobody},mode=0700`
    await run('mount', ['-t', 'tmpfs', '-o', options, 'tuckshop', folder])
    const file = patroniFile({ name, address: machine.address, folder }, postgresBinaries() ?? '')
    await writeFile(`${folder}.yml`, file)
    return new Node(name, machine, folder)
  }

  start(): void {
    const [program, ...parameters] = this.machine.prefix
    const env = { PATH: process.env.PATH, HOME: this.#folder, LC_ALL: 'C.UTF-8' }
    const output = `>> ${this.#folder}.log 2>&1`
    spawn('sh', ['-c', `exec ${[program, ...parameters].join(' ')} patroni ${this.#folder}.yml ${output}`], {
      env,
      stdio: 'ignore',
    }).on('error', () => undefined)
  }

  /** The end of the log of Patroni and its server. */
  async logTail(): Promise<string> {
    const lines = (await readFile(`${this.#folder}.log`, 'utf8')).trimEnd().split('\n')
    return `${this.name}:\n${lines.slice(-20).join('\n')}`
  }

  fill = () => fillUp(join(this.#folder, 'ballast'))

  free = () => rm(join(this.#folder, 'ballast'), { force: true })

  async remove(): Promise<void> {
    await this.machine.remove()
    await run('umount', ['-l', this.#folder])
  }
}

async function etcdIn(folder: string): Promise<ChildProcess> {
  const here = `http://${hubAddress}:${ports.etcd}`
  const peers = `http://${hubAddress}:${ports.etcdPeers}`
  const parameters = Object.entries({
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': here,
    'advertise-client-urls': here,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  }).flatMap(([name, value]) => [`--${name}`, value])
  const etcd = spawn('etcd', parameters, {
    env: { PATH: process.env.PATH, ETCD_UNSUPPORTED_ARCH: process.arch },
    stdio: 'ignore',
    uid: nobody,
    gid: nobody,
  })
  const isHealthy = () =>
    fetch(`${here}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let tries = 0; tries < 150; tries++) {
    if (await isHealthy()) return etcd
    await pause(200)
  }
  etcd.kill('SIGKILL')
  throw new Error('etcd does not answer')
}

async function haproxyIn(folder: string, nodes: readonly Node[]): Promise<ChildProcess> {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(file, haproxyFile(nodes.map(({ name, machine }) => ({ name, address: machine.address }))))
  return spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
