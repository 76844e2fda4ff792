import { readConfig } from '../../src/server/config.ts'
import { runShop } from '../../src/server/run-shop.ts'
import { explainFailedStart } from '../../src/server/start-failure.ts'

/** The shop as main.ts runs it, but without pages: those need a build, and tests of the process do not. */
try {
  const address = await runShop(
    readConfig(process.env),
    async () => undefined,
    () => undefined,
  )
  process.stdout.write(`open at ${address}\n`)
} catch (error) {
  process.stderr.write(explainFailedStart(error))
  process.exitCode = 1
}
