// Loaded before everything else into the processes that are measured: says what its process has used when it is asked.
export interface Usage {
  /** Of all threads, in the program and in the system. */
  cpuSeconds: number
  residentMb: number
}

process.on('message', message => {
  if (message !== 'usage') return
  const { userCPUTime, systemCPUTime } = process.resourceUsage()
  const usage: Usage = {
    cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
    residentMb: process.memoryUsage.rss() / 2 ** 20,
  }
  process.send?.(usage)
})
// A process that would end by itself still does, and none outlives the benchmark.
process.channel?.unref()
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
