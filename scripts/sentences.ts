// Lists every text that a person can read, as file:line and text:  node scripts/bootstrap.mjs scripts/sentences.ts [FOLDER]
// For rereading them all: pages, errors, emails, PDFs, commands, the sandbox and the documents.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'

const programs = ['{src,sandbox,scripts}/**/*.{ts,tsx,mjs}']
const documents = ['*.md', '.env.example', '{docs,src,assets,deploy,bench}/**/*.{md,yml}']

interface Node {
  type: string
  start: number
  name?: unknown
  tag?: unknown
  children?: unknown
  quasis?: unknown
  [key: string]: unknown
}
type Found = [position: number, text: string]

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const childrenOf = (node: Node) => Object.values(node).flat().filter(isNode)
const nodesIn = (value: unknown) => (Array.isArray(value) ? value.filter(isNode) : [])
const textIn = (value: unknown, key: string): string => {
  const text = isNode(value) ? value[key] : undefined
  return typeof text === 'string' ? text : ''
}

/** Attributes and functions whose strings nobody reads. */
const hidden =
  /^(className|class|d|id|key|style|type|name|href|src|rel|viewBox|sizes|srcSet|import|sql|querySelector)$/

/** Two words, or one that starts with a capital letter. */
const isText = (text: string) =>
  /\p{L}{2}.*\s.*\p{L}|^\s*\p{Lu}\p{Ll}+[.!?…]?\s*$/su.test(text) &&
  !/^\s*[Mm][-\d. ]+|^(select|insert|update|delete|create|drop|pragma|GET|POST|PUT|PATCH|DELETE) /.test(text)

/** The text of an element: … stands for an expression, <> encloses an element inside. */
const textOf = (element: Node): string =>
  nodesIn(element.children)
    .map(child => {
      if (child.type === 'JSXText') return textIn(child, 'value')
      return child.type === 'JSXElement' ? `<${textOf(child)}>` : '{…}'
    })
    .join('')

const hasWords = (element: Node) =>
  nodesIn(element.children).some(child => child.type === 'JSXText' && /\p{L}/u.test(textIn(child, 'value')))

function templateText(node: Node): string {
  return nodesIn(node.quasis)
    .map(({ value }) =>
      typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '',
    )
    .join('{…}')
}

/** HTML in a string counts as its texts. */
const withoutTags = (text: string) =>
  text
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, '\n')
    .split(/<\/?(?:p|h\d|td|th|li|label|option|button|div|tr|title|dt|dd|legend|figcaption)\b[^>]*>/)

function textsOf(node: Node, isListed = false): Found[] {
  const { start, type } = node
  if (/^(Import|ExportAll|TS(?!As|Satisfies|NonNull))/.test(type)) return []
  if (type === 'JSXAttribute' && hidden.test(textIn(node.name, 'name'))) return []
  if (type === 'TaggedTemplateExpression' && hidden.test(textIn(node.tag, 'name'))) return []
  const texts: string[] = []
  if (type === 'Literal') texts.push(...withoutTags(textIn(node, 'value')).filter(isText))
  if (type === 'TemplateLiteral') texts.push(...withoutTags(templateText(node)).filter(isText))
  const isElement = type === 'JSXElement' || type === 'JSXFragment'
  const isSentence = isElement && !isListed && hasWords(node)
  if (isSentence) texts.push(textOf(node))
  const own = texts.map((text): Found => [start, text])
  return [...own, ...childrenOf(node).flatMap(child => textsOf(child, isElement && (isListed || isSentence)))]
}

function textsOfProgram(path: string): Found[] {
  const source = readFileSync(path, 'utf8')
  const { program } = parseSync(path, source)
  return textsOf(program as unknown as Node).map(([position, text]) => [
    source.slice(0, position).split('\n').length,
    text,
  ])
}

function textsOfDocument(path: string): Found[] {
  const lines = readFileSync(path, 'utf8')
    .replace(/```[\s\S]*?```/g, code => code.replace(/[^\n]/g, ''))
    .split('\n')
  return lines.map((line, index): Found => [index + 1, line]).filter(([, line]) => /\p{L}{2}.*\s/u.test(line))
}

const isTest = (file: string) => /\.test\.tsx?$/.test(file)

export interface Sentence {
  file: string
  line: number
  text: string
}

const listFor = (folder: string, globs: string[], textsOf: (path: string) => Found[]): Sentence[] =>
  globSync(globs, { cwd: folder })
    .filter(file => !isTest(file))
    .toSorted()
    .flatMap(file => textsOf(join(folder, file)).map(([line, text]) => ({ file, line, text: plain(text) })))
    .filter(({ text }) => text !== '')

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

export const sentences = (folder: string): Sentence[] => [
  ...listFor(folder, programs, textsOfProgram),
  ...listFor(folder, documents, textsOfDocument),
]

if (process.argv[1] === import.meta.filename)
  for (const { file, line, text } of sentences(process.argv[2] ?? join(import.meta.dirname, '..')))
    console.log(`${file}:${line}\t${text}`)
