import { readCommandLine } from './commands.mjs'
import { lint, routeTypes, rules, runStages, types, web } from './stages.ts'

readCommandLine('check')
process.exitCode = await runStages([routeTypes, types, lint, [rules, web]])
