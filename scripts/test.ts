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
process.exitCode = await runStages([
  routeTypes,
  [web, types, lint, rules],
  build,
  budget,
  [shop, sandbox, torture, commands],
  browser,
])
