import { randomInt } from 'node:crypto'

// Before chance is replaced.
const newSeed = randomInt(1, 1_000_000_000)

// Before the shop is loaded, which would take the clock and the random functions as they are.
await import('./world/install.ts')
await import('./world/preload.ts')
const { runCommand } = await import('../scripts/command.ts')
const { simulate } = await import('./run/simulate.ts')
await runCommand('simulate', line => simulate(line, newSeed))
