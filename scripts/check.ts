import { readCommandLine } from './commands.mjs'
import { lint, rules, runStages, types, web } from './stages.ts'

readCommandLine('check')
process.exitCode = await runStages([types, lint, [rules, web]])
