import os from 'node:os'
import { hasWrk } from './load/wrk.ts'

export const machine = () => ({
  cpu: os.cpus()[0]?.model ?? os.machine(),
  cores: os.availableParallelism(),
  memoryGb: Math.round(os.totalmem() / 2 ** 30),
  os: `${os.type()} ${/^[\d.]*\d/.exec(os.release())?.[0]} ${os.arch()}`,
  node: process.version,
  loadFrom: hasWrk ? 'wrk' : 'a client in Node',
})

export type Machine = ReturnType<typeof machine>

export const machineSentence = ({ cpu, cores, memoryGb, os: system, node, loadFrom }: Machine): string =>
  `${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, load from ${loadFrom}`
