import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ip = (...args: string[]) => run('ip', args)

/** The address of etcd, HAProxy and the shops. */
export const hubAddress = '10.213.7.1'

/** A network namespace that acts as a machine whose cable can be pulled. */
export class Machine {
  readonly name: string
  readonly address: string
  readonly #cable: string

  private constructor(name: string, address: string) {
    this.name = name
    this.address = address
    // The kernel allows 15 characters.
    this.#cable = `${name}-c`
  }

  static async connect(name: string, address: string, hub: string): Promise<Machine> {
    const machine = new Machine(name, address)
    await ip('netns', 'add', name)
    await ip('link', 'add', machine.#cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name)
    await ip('link', 'set', machine.#cable, 'master', hub, 'up')
    await ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
    for (const device of ['eth0', 'lo']) await ip('-n', name, 'link', 'set', device, 'up')
    return machine
  }

  /** The command that runs another command there, as the user 'nobody'. */
  get prefix(): [string, ...string[]] {
    const who = ['--reuid', '65534', '--regid', '65534', '--clear-groups']
    return ['nsenter', `--net=/run/netns/${this.name}`, 'setpriv', ...who]
  }

  pull = () => ip('link', 'set', this.#cable, 'down')

  plugIn = () => ip('link', 'set', this.#cable, 'up')

  /** Kills all processes there. */
  async crash(): Promise<void> {
    for (;;) {
      const { stdout } = await ip('netns', 'pids', this.name)
      const processes = stdout.split('\n').filter(Boolean).map(Number)
      if (processes.length === 0) return
      for (const process of processes) end(process)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  async remove(): Promise<void> {
    await this.crash()
    // The kernel would remove the cable later, and the next cluster uses the same names.
    await ip('link', 'del', this.#cable)
    await ip('netns', 'del', this.name)
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

export interface Hub {
  name: string
  remove(): Promise<void>
}

/** The bridge that connects the machines. */
export async function openHub(name: string): Promise<Hub> {
  await ip('link', 'add', name, 'type', 'bridge')
  await ip('addr', 'add', `${hubAddress}/24`, 'dev', name)
  await ip('link', 'set', name, 'up')
  return { name, remove: async () => void (await ip('link', 'del', name)) }
}
