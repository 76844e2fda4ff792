import * as z from 'zod/mini'
import { apiRoot, type Endpoint, type FileType, linesType } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { problem } from '#contract/problem.ts'

const schemaOf = (shape: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io, unrepresentable: 'any' })
  return schema
}

const json = (schema: object) => ({ 'application/json': { schema } })

function parametersOf({ params, query, idempotent }: Endpoint) {
  const places = [
    ['path', params],
    ['query', query],
  ] as const
  const declared = places.flatMap(([place, shape]) => {
    if (!shape) return []
    const { properties = {}, required = [] } = schemaOf(shape, 'input')
    return Object.entries(properties).map(([name, schema]) => ({
      name,
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

const file = (type: FileType) => ({ [type]: { schema: { type: 'string', format: 'binary' } } })

function operationOf(endpoint: Endpoint) {
  const { who, freshProof, summary, body, upload, takes, answer, answers, tells, status = 200 } = endpoint
  return {
    summary,
    'x-who': who,
    ...(freshProof && { 'x-fresh-proof': freshProof }),
    security: who === 'anyone' ? [] : who === 'proven' ? [{ proof: [] }, { bearer: [] }] : [{ bearer: [] }],
    parameters: parametersOf(endpoint),
    ...(upload && { requestBody: { required: true, content: uploadOf(upload) } }),
    ...(takes && { requestBody: { required: true, content: file(takes) } }),
    ...(body && { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: {
      [status]: {
        description: 'Done',
        ...(answer && {
          content: { ...json(schemaOf(answer, 'output')), ...(tells && { [linesType]: {} }) },
        }),
        ...(answers && { content: file(answers) }),
      },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

/** OpenAPI 3.1, made from the contract that the server validates with and the web calls. */
export function openApi(calls: readonly Endpoint[] = endpoints): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const endpoint of calls) {
    const path = paths[endpoint.path] ?? {}
    path[endpoint.method.toLowerCase()] = operationOf(endpoint)
    paths[endpoint.path] = path
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Tuckshop', version: '1' },
    servers: [{ url: apiRoot }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        proof: { type: 'apiKey', in: 'cookie', name: 'tuckshop_proof' },
      },
      responses: {
        Problem: {
          description: 'Why not',
          content: { 'application/problem+json': { schema: schemaOf(problem, 'output') } },
        },
      },
    },
  }
}
