// Preloaded into measured processes: reports the process's resource usage on request.
import { subscribe } from 'node:diagnostics_channel'

export interface Usage {
  /** User and system time of all threads. */
  cpuSeconds: number
  residentMb: number
  writtenBytes: number
  /** Outgoing HTTP requests. */
  callsMade: number
}

let callsMade = 0
for (const channel of ['http.client.request.start', 'undici:request:create'])
  subscribe(channel, () => callsMade++)

process.on('message', message => {
  if (message !== 'usage') return
  const { userCPUTime, systemCPUTime, fsWrite } = process.resourceUsage()
  const usage: Usage = {
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    residentMb: process.memoryUsage.rss() / 2 ** 20,
    // fsWrite counts blocks of 512 bytes.
    writtenBytes: fsWrite * 512,
    callsMade,
  }
  process.send?.(usage)
})
// The channel does not keep the process alive, and the process ends with the benchmark.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
