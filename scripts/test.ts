import { readCommandLine } from './commands.mjs'
import {
  budget,
  build,
  chromium,
  lint,
  playwright,
  routeTypes,
  runLanes,
  runStage,
  simulation,
  torture,
  types,
  vitest,
} from './stages.ts'

const { words } = readCommandLine('test')
const isForBrowser = words.some(word => word.includes('.spec.ts'))

if (isForBrowser) process.exitCode = await runLanes([build, chromium, playwright(...words)])
else if (words.length > 0) process.exitCode = (await runStage(vitest(...words))).code
// In parallel, because each of them often waits: for responses, for processes, for the disk.
else
  process.exitCode = await runLanes(
    [vitest()],
    [build, routeTypes, types, lint, chromium, simulation, torture, budget, playwright()],
  )
