import os from 'node:os'

/** What the figures were measured on. */
export const machine = () => ({
  cpu: os.cpus()[0]?.model ?? os.machine(),
  cores: os.availableParallelism(),
  memoryGb: Math.round(os.totalmem() / 2 ** 30),
  os: `${os.type()} ${/^[\d.]*\d/.exec(os.release())?.[0]} ${os.arch()}`,
  node: process.version,
  load: Number(os.loadavg()[0]?.toFixed(1)),
})

export type Machine = ReturnType<typeof machine>

export const machineSentence = ({ cpu, cores, memoryGb, os: system, node }: Machine): string =>
  `${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}`
