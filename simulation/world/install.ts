import fs from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import net from 'node:net'
import workerThreads from 'node:worker_threads'
import './clock.ts'
import { installSeededCrypto } from './seeded-crypto.ts'

/**
 * Takes chance and time out of this process. To be imported before the shop, which finds these functions in place of
 * Node's own.
 */
installSeededCrypto()

/** Files are read and written in this thread: how long another one takes is chance. */
Object.assign(fs.promises, {
  readFile: async (...given: Parameters<typeof fs.readFileSync>) => fs.readFileSync(...given),
  writeFile: async (...given: Parameters<typeof fs.writeFileSync>) => fs.writeFileSync(...given),
  mkdir: async (...given: Parameters<typeof fs.mkdirSync>) => fs.mkdirSync(...given),
  readdir: async (...given: [string]) => fs.readdirSync(...given),
  rename: async (...given: Parameters<typeof fs.renameSync>) => fs.renameSync(...given),
  rm: async (...given: Parameters<typeof fs.rmSync>) => fs.rmSync(...given),
  stat: async (...given: Parameters<typeof fs.statSync>) => fs.statSync(...given),
  lstat: async (...given: Parameters<typeof fs.lstatSync>) => fs.lstatSync(...given),
  statfs: async (...given: Parameters<typeof fs.statfsSync>) => fs.statfsSync(...given),
  open: refused('A file that stays open'),
})

net.Socket.prototype.connect = refused('A connection')
net.Server.prototype.listen = refused('A server')
workerThreads.Worker = class {
  constructor() {
    refused('A thread')()
  }
} as unknown as typeof workerThreads.Worker

function refused(what: string): () => never {
  return () => {
    throw new Error(`${what} would bring chance into the simulation`)
  }
}

const here = (file: string) => new URL(file, import.meta.url).href

/** Modules that a file of this folder takes the place of, for all but that file. */
const replaced: Readonly<Record<string, string>> = { uuid: here('ids.ts'), 'node:sqlite': here('disk.ts') }

registerHooks({
  resolve: (specifier, context, next) => {
    const url = replaced[specifier]
    return url && context.parentURL !== url
      ? { url, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context)
  },
})

syncBuiltinESMExports()
