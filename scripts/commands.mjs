// Parses the command line. The bootstrap uses it on the host's Node to answer --help and usage errors before anything is
// installed; the commands use it to read their options.
import { parseArgs } from 'node:util'
import { commands } from './command-list.mjs'

export { commands }

/**
 * @typedef {object} CommandLine
 * @property {string[]} words
 * @property {Record<string, true | undefined>} switches
 * @property {Record<string, number | undefined>} counts
 * @property {Record<string, string | undefined>} texts
 */

/**
 * The name of the command in a file.
 * @param {string | undefined} file
 * @returns {keyof typeof commands | undefined}
 */
export function commandIn(file) {
  return Object.keys(commands).find(name => commands[name].file === file)
}

/** The commands of `npm run shop`. */
export const shopCommands = Object.keys(commands).filter(name =>
  commands[name].line.startsWith('npm run shop '),
)

/**
 * The command of `npm run shop` with this name. Without a name, or with an unknown one, lists all commands and exits.
 * @param {string | undefined} given
 * @returns {keyof typeof commands}
 */
export function shopCommand(given) {
  if (given && shopCommands.includes(given)) return given
  const lines = shopCommands.map(name => `  ${name.padEnd(15)}${commands[name].about[0]}`)
  const list = [
    'Usage: npm run shop -- COMMAND …',
    ...lines,
    'npm run shop -- COMMAND --help says more.',
  ].join('\n')
  const asksForHelp = given === undefined || given === '--help' || given === '-h'
  if (asksForHelp) console.log(list)
  else console.error(`There is no command '${given}'.\n${list}`)
  return process.exit(asksForHelp ? 0 : 2)
}

/** @param {keyof typeof commands} name */
export const usageOf = name => `Usage: ${commands[name].line}`

/**
 * The parsed command line. Prints help and exits with 0, or prints a usage error and exits with 2.
 * @param {keyof typeof commands} name
 * @param {string[]} given
 * @returns {CommandLine}
 */
export function readCommandLine(name, given = process.argv.slice(2)) {
  const { line, help, usageError } = parseArguments(name, given)
  if (line) return line
  if (help) console.log(help)
  else console.error(usageError)
  return process.exit(help ? 0 : 2)
}

/**
 * Returns one of three: the parsed line, the requested help, or a usage error.
 * @param {keyof typeof commands} name
 * @param {string[]} given
 * @returns {{ line?: CommandLine, help?: string, usageError?: string }}
 */
export function parseArguments(name, given) {
  if (given.includes('--help') || given.includes('-h'))
    return { help: [usageOf(name), '', ...commands[name].about].join('\n') }
  const { line, usageError } = parse(commands[name], given)
  return line ? { line } : { usageError: `${usageError}\n${usageOf(name)}` }
}

function parse({ options = {}, words: [least, most] = [0, 0], passesOn = false }, given) {
  if (passesOn) return { line: { words: given, switches: {}, counts: {}, texts: {} } }
  const known = Object.entries(options)
  const types = known.map(([name, kind]) => [name, { type: kind === 'switch' ? 'boolean' : 'string' }])
  try {
    const { values, positionals } = parseArgs({
      args: given,
      options: Object.fromEntries(types),
      allowPositionals: true,
    })
    if (positionals.length > most)
      return { usageError: `Too many arguments: ${positionals.slice(most).join(' ')}` }
    if (positionals.length < least) return { usageError: 'An argument is missing.' }
    for (const [name, kind] of known)
      if (kind === 'count' && values[name] !== undefined && !/^[1-9]\d{0,8}$/.test(values[name]))
        return { usageError: `--${name} takes a whole number above 0, not '${values[name]}'` }
    return { line: groupByKind(known, values, positionals) }
  } catch (error) {
    return { usageError: error.message.split('. ')[0] }
  }
}

function groupByKind(known, values, words) {
  const of = (kind, read) =>
    Object.fromEntries(
      known.flatMap(([name, is]) => (is === kind && name in values ? [[name, read(values[name])]] : [])),
    )
  return { words, switches: of('switch', Boolean), counts: of('count', Number), texts: of('text', String) }
}
