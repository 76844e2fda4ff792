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
// Two lanes of about the same work keep both cores busy to the end: tests wait for answers, processes and the disk.
process.exitCode = await runLanes(
  [web, rules, shop],
  [routeTypes, types, lint, build, chromium, torture, sandbox, commands, budget, browser],
)
