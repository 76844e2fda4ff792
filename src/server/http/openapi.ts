import * as z from 'zod/mini'
import { apiRoot, type Endpoint, type FileType, progressType, type StoredType } from '#contract/endpoint.ts'
import { type NamedCall, namedCalls } from '#contract/index.ts'
import { problem } from '#contract/problem.ts'

const schemaOf = (shape: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return schema
}

const json = (schema: object) => ({ 'application/json': { schema } })

function parametersOf({ params, query, idempotent }: Endpoint, nameIn: (name: string) => string) {
  const places = [
    ['path', params],
    ['query', query],
  ] as const
  const declared = places.flatMap(([place, shape]) => {
    if (!shape) return []
    const { properties = {}, required = [] } = schemaOf(shape, 'input')
    return Object.entries(properties).map(([name, schema]) => ({
      name: place === 'path' ? nameIn(name) : name,
      in: place,
      required: required.includes(name),
      schema,
    }))
  })
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', maxLength: 100 },
  }
  return idempotent ? [...declared, key] : declared
}

const uploadOf = (field: string) => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: [field],
      properties: { [field]: { type: 'string', format: 'binary' } },
    },
  },
})

const file = (type: FileType | StoredType) => ({ [type]: { schema: { type: 'string', format: 'binary' } } })

function operationOf({ noun, verb, call }: NamedCall, nameIn: (name: string) => string) {
  const {
    who,
    freshProof,
    summary,
    body,
    upload,
    takes,
    stores,
    answer,
    answers,
    reportsProgress,
    status = 200,
  } = call
  return {
    operationId: `${noun}.${verb}`,
    tags: [noun],
    summary,
    'x-who': who,
    ...(freshProof && { 'x-fresh-proof': freshProof }),
    security: who === 'anyone' ? [] : who === 'proven' ? [{ proof: [] }, { bearer: [] }] : [{ bearer: [] }],
    parameters: parametersOf(call, nameIn),
    ...(upload && { requestBody: { required: true, content: uploadOf(upload) } }),
    ...(takes && { requestBody: { required: true, content: file(takes) } }),
    ...(stores && { requestBody: { required: true, content: Object.assign({}, ...stores.map(file)) } }),
    ...(body && { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: {
      [status]: {
        description: 'Done',
        ...(answer && {
          content: { ...json(schemaOf(answer, 'output')), ...(reportsProgress && { [progressType]: {} }) },
        }),
        ...(answers && { content: file(answers) }),
      },
      '4XX': { $ref: '#/components/responses/Problem' },
      '5XX': { $ref: '#/components/responses/Problem' },
    },
  }
}

/**
 * For OpenAPI, paths that differ only in the names of their parameters are the same path, and the spec has such a pair:
 * GET /myBooking/{email} and DELETE /myBooking/{id}. They become one path whose parameter is either.
 */
function sharedPath({ path }: Endpoint, calls: readonly NamedCall[]) {
  const nameless = (of: string) => of.replace(/\{\w+\}/g, '{}')
  const same = calls.map(({ call }) => call.path).filter(other => nameless(other) === nameless(path))
  const names = new Set(same.flatMap(other => /\{(\w+)\}/.exec(other)?.[1] ?? []))
  const nameIn = (name: string) => (names.has(name) ? [...names].join('_or_') : name)
  return { path: path.replace(/\{(\w+)\}/g, (_, name: string) => `{${nameIn(name)}}`), nameIn }
}

/** OpenAPI 3.1, generated from the contract that the server validates with and the web calls. */
export function openApi(shopName: string, calls: readonly NamedCall[] = namedCalls): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const named of calls) {
    const { path, nameIn } = sharedPath(named.call, calls)
    paths[path] = { ...paths[path], [named.call.method.toLowerCase()]: operationOf(named, nameIn) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: shopName,
      version: '1',
      description:
        'Every call of the shop. `x-who` says who may make it. Amounts are in major units of its currency, times ISO 8601.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: apiRoot }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        proof: { type: 'apiKey', in: 'cookie', name: 'tuckshop_proof' },
      },
      responses: {
        Problem: {
          description: 'Why it was refused',
          content: { 'application/problem+json': { schema: schemaOf(problem, 'output') } },
        },
      },
    },
  }
}
