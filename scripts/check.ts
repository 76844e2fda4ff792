import { lint, rules, runStages, types } from './stages.ts'

process.exitCode = await runStages([types, lint, rules])
