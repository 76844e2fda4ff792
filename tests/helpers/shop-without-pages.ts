import cluster from 'node:cluster'
import { type Config, readConfig } from '../../src/server/config.ts'
import { type Opened, runShop } from '../../src/server/process/run-shop.ts'
import { type OpenMessage, runWorkers } from '../../src/server/process/run-workers.ts'
import { explainFailedStart } from '../../src/server/process/start-failure.ts'

const say = (sentence: string) => process.stderr.write(`${sentence}\n`)
const noPages = async () => undefined

async function open(config: Config): Promise<Opened> {
  if (config.workers === 1) return runShop(config, noPages, say)
  cluster.once('fork', () => process.stdout.write('workers start\n'))
  return runWorkers(config, import.meta.filename, say)
}

/** The shop as main.ts runs it, but without pages, so that tests of the process need no build. */
try {
  if (cluster.isWorker) {
    const { address: openAt } = await runShop(readConfig(process.env), noPages, say)
    const message: OpenMessage = { openAt }
    process.send?.(message)
  } else process.stdout.write(`open at ${(await open(readConfig(process.env))).address}\n`)
} catch (error) {
  process.stderr.write(explainFailedStart(error))
  process.exitCode = 1
  if (cluster.isWorker) process.disconnect?.()
}
