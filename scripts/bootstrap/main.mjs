// Brings the checkout into the state a command needs, then runs that command on the shop's own Node.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { commandIn, commands, readCommandLine, shopCommand } from '../commands.mjs'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { ownNode, root } from './own-node.mjs'
import { refuseTakenPorts } from './ports.mjs'
import { run, Stop } from './run.mjs'

/** Resolves `npm run shop -- NAME …` to the program of that name. */
function shopWords([given, ...rest]) {
  const { file, needsBuild = false } = commands[shopCommand(given)]
  return [[file, ...rest], needsBuild]
}

const wordsOf = given => (given[0] === '--build' ? [given.slice(1), true] : [given, false])

async function main() {
  const given = process.argv.slice(2)
  const [words, needsBuild] = given[0] === 'shop' ? shopWords(given.slice(1)) : wordsOf(given)
  const at = words.findIndex(word => !word.startsWith('-'))
  const command = commandIn(words[at])
  // Help and usage errors are answered before anything is installed or built.
  if (command) readCommandLine(command, words.slice(at + 1))
  if (command === 'start') await refuseTakenPorts()
  await install()
  if (needsBuild) await build()
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
  return run(ownNode, [...settings, ...words])
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof Stop)) console.error(error)
  else if (error.message) console.error(`\n${error.message}\n`)
  process.exitCode = error instanceof Stop ? error.code : 1
}
