import { readCommandLine } from './commands.mjs'
import { lint, routeTypes, runLanes, types, vitest } from './stages.ts'

readCommandLine('check')
process.exitCode = await runLanes([routeTypes, types], [lint, vitest('--project', 'rules')])
