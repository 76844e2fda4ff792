import { readCommandLine } from './commands.mjs'
import {
  browser,
  budget,
  build,
  chromium,
  commands,
  lint,
  routeTypes,
  rules,
  runLanes,
  sandbox,
  shop,
  torture,
  types,
  web,
} from './stages.ts'

readCommandLine('test')
// Side by side, because each of them often waits: for answers, for processes, for the disk, for time to pass.
process.exitCode = await runLanes(
  [shop],
  [web, rules],
  [build, routeTypes, types, lint, chromium, torture, sandbox, commands, budget, browser],
)
