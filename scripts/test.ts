import { findChromium } from './chromium.ts'
import { browser, budget, build, lint, rules, runStages, sandbox, shop, torture, types } from './stages.ts'

process.env.CHROMIUM_PATH = await findChromium()
process.exitCode = await runStages([types, lint, rules, shop, build, budget, [sandbox, torture], browser])
