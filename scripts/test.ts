import { findChromium } from './chromium.ts'
import { readCommandLine } from './commands.mjs'
import {
  browser,
  budget,
  build,
  commands,
  lint,
  routeTypes,
  rules,
  runStages,
  sandbox,
  shop,
  torture,
  types,
  web,
} from './stages.ts'

readCommandLine('test')
process.env.CHROMIUM_PATH = await findChromium()
// Side by side is what keeps both cores busy to the end: the pages' own tests are one process, and so is torture.
process.exitCode = await runStages([
  routeTypes,
  [web, types, lint, rules, build],
  [shop, sandbox, torture, commands, budget],
  browser,
])
