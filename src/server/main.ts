import cluster from 'node:cluster'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Config, readConfig } from './config.ts'
import { serveIcons } from './features/icons/serve-icons.ts'
import { warningLine } from './http/log.ts'
import { serveAssets } from './pages/assets.ts'
import { servePages } from './pages/pages.ts'
import type { WebBuild } from './pages/renderer.ts'
import { announce } from './process/announce.ts'
import { type AddPages, type Opened, runShop } from './process/run-shop.ts'
import { type OpenMessage, runWorkers } from './process/run-workers.ts'
import { explainFailedStart } from './process/start-failure.ts'

const buildFolder = resolve(import.meta.dirname, '../../build')

const addPages: AddPages = async (app, deps) => {
  const build: WebBuild = await import(pathToFileURL(`${buildFolder}/server/index.js`).href)
  const files = `${buildFolder}/client`
  serveIcons(app, deps, files)
  serveAssets(
    app,
    files,
    servePages(app, deps, async () => build),
  )
}

const warn = (sentence: string) => console.log(warningLine(sentence))

const greet = (opened: Opened, config: Config) =>
  announce({ ...opened, address: config.publicUrl ?? opened.address }, config)

async function open(config: Config): Promise<void> {
  if (config.workers > 1 && cluster.isPrimary)
    return greet(await runWorkers(config, import.meta.filename, warn), config)
  const opened = await runShop(config, addPages, warn)
  if (cluster.isPrimary) return greet(opened, config)
  const message: OpenMessage = { openAt: opened.address }
  process.send?.(message)
}

try {
  await open(readConfig(process.env))
} catch (error) {
  console.error(explainFailedStart(error))
  process.exitCode = 1
  // An open channel to the primary process would keep the worker alive.
  if (cluster.isWorker) process.disconnect?.()
}
