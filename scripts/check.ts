import { readCommandLine } from './commands.mjs'
import { lint, routeTypes, rules, runLanes, types } from './stages.ts'

readCommandLine('check')
process.exitCode = await runLanes([routeTypes, types], [lint, rules])
