import { highest, lastOrder, type Numbers, noNumbers } from '#domain/numbers.ts'
import { type Base, readBases } from './bases.ts'
import { ChainBroken, changesAfter } from './chain.ts'
import { epochOf, type GenerationNote, readGeneration } from './generation.ts'
import { generationIn } from './layout.ts'
import type { Target } from './target.ts'

/** A change that can be restored. */
export interface Point {
  n: number
  at: number
  numbers: Numbers
}

/** A generation in a target, with the details that a person needs to choose one. */
export interface Branch extends GenerationNote {
  name: string
  number: number
  /** The last lease under which something was written to it. */
  epoch: number
  bases: Base[]
  /** The first and the last change that can be restored. */
  first: Point | undefined
  last: Point | undefined
  /** Problems in it, as sentences. */
  notes: string[]
  /** Why changes after the last one cannot be read. */
  broken: string | undefined
}

/** All generations in a target, in the order of their numbers. No clock decides anything here. */
export async function branchesOf(target: Target): Promise<Branch[]> {
  const names = (await target.list('')).filter(name => generationIn(name) !== undefined)
  const branches: Branch[] = []
  for (const name of names) {
    const note = await readGeneration(target, name)
    if (note) branches.push(await branchOf(target, name, note))
  }
  return branches.sort((a, b) => a.number - b.number)
}

async function branchOf(target: Target, name: string, note: GenerationNote): Promise<Branch> {
  const files = await target.list(name)
  const { bases, damaged } = await readBases(target, name, files)
  const notes = damaged.map(path => `${path} is damaged: the copy that it belongs to was not used.`)
  const { last, broken } = await endOf(target, name, bases, notes)
  return {
    ...note,
    name,
    number: generationIn(name) ?? 0,
    epoch: await epochOf(target, name),
    bases,
    first: bases[0],
    last,
    notes,
    broken,
  }
}

async function endOf(target: Target, name: string, bases: readonly Base[], notes: string[]) {
  const newest = bases.at(-1)
  let last: Point | undefined = newest
  try {
    if (newest)
      for await (const { n, at, numbers, gap } of changesAfter(target, name, newest, notes)) {
        if (gap) {
          notes.push(`Changes from number ${n} of ${name} on are not in it: no copy was finished after them.`)
          break
        }
        last = { n, at, numbers }
      }
  } catch (error) {
    if (!(error instanceof ChainBroken)) throw error
    return { last, broken: error.message }
  }
  return { last, broken: undefined }
}

/** The generation with the latest lease. */
export const newestOf = (branches: readonly Branch[]): Branch | undefined =>
  branches
    .filter(({ last }) => last)
    .sort((a, b) => a.epoch - b.epoch || a.number - b.number)
    .at(-1)

/** The generation that a branch started from, and its last common change. */
export function parentOf({ parent }: Branch, branches: readonly Branch[]) {
  const [, name, n] = /^(.+)\/(\d+)$/.exec(parent ?? '') ?? []
  const branch = branches.find(one => one.name === name)
  return branch && { branch, n: Number(n) }
}

/** The generations with changes that the chosen one does not have. */
export function branchesNotIncluded(chosen: Branch, branches: readonly Branch[]): Branch[] {
  const upTo = new Map<Branch, number>([[chosen, Number.POSITIVE_INFINITY]])
  for (
    let parent = parentOf(chosen, branches);
    parent && !upTo.has(parent.branch);
    parent = parentOf(parent.branch, branches)
  )
    upTo.set(parent.branch, parent.n)
  return branches.filter(({ last, ...branch }) => {
    const shared = [...upTo].find(([one]) => one.name === branch.name)?.[1] ?? -1
    return last !== undefined && last.n > shared
  })
}

/** The highest numbers in any of them. */
export const numbersIn = (branches: readonly Branch[]): Numbers =>
  branches.reduce((all, { last }) => highest(all, last?.numbers ?? noNumbers), noNumbers)

const moment = (at: number): string => new Date(at).toISOString()

/** 'Generation 2: from 2026-… to 2026-…, 340 changes, last order T-1120' */
export function described({ number, first, last, parent }: Branch): string {
  if (!first || !last) return `Generation ${number}: no copy was finished.`
  const from = parent ? ', a branch of another one' : ''
  return `Generation ${number}: from ${moment(first.at)} to ${moment(last.at)}, change ${first.n} to ${last.n}, ${lastOrder(last.numbers)}${from}.`
}
