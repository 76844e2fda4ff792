// Loaded before everything else into the processes that are measured: says what its process has used when it is asked.
import { subscribe } from 'node:diagnostics_channel'

export interface Usage {
  /** Of all threads, in the program and in the system. */
  cpuSeconds: number
  residentMb: number
  writtenBytes: number
  /** Requests over HTTP that the process has made itself. */
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
    // Counted in blocks of 512 bytes, whatever the disk's own are.
    writtenBytes: fsWrite * 512,
    callsMade,
  }
  process.send?.(usage)
})
// A process that would end by itself still does, and none outlives the benchmark.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
