import { idempotencyKeyHeader, orderVersionHeader } from '#contract/desk/action.ts'
import { apiScopes } from '#contract/desk/api-keys.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { type ApiExample, examplesOf } from './api-examples.ts'
import { type KeyAddress, keyAddresses } from './key-access.ts'
import { answerSchemas, bodySchema, type JsonSchema } from './open-api-schemas.ts'
import {
  type DescribedCode,
  errorWords,
  introduction,
  type OperationWords,
  operationWords,
  vendorErrors,
} from './open-api-words.ts'

// Describes what programs may do, as OpenAPI 3.1: made from the contract that the server itself reads.

const scopeWords = {
  'orders:read': 'Orders: the board, one order, and the feed',
  'orders:answer': 'Answers: accept, reject, mark as ready, open by id (which answers with that order)',
  'catalog:read': 'Catalog: items, categories, brands, attributes',
  'reports:read': 'Reports: figures of a span',
} as const satisfies Readonly<Record<(typeof apiScopes)[number], string>>

const ownTag = 'this description'
const keyErrors = ['bad_key', 'scope_required', 'too_many_requests', 'too_many_tries'] as const
const actionErrors = ['idempotency_key_required', 'key_reused', 'order_busy', 'already_answered'] as const

/** Whether it answers an order, which is done once. */
const isAction = ({ method, path }: KeyAddress): boolean => method === 'POST' && path.startsWith(vendorPrefix)

/** The codes of an operation's errors: those of every key, what its contract tells, and its own. */
function codesOf(address: KeyAddress): readonly DescribedCode[] {
  const { name, method, path, endpoint } = address
  const { errors = [] }: OperationWords = operationWords[name]
  return [
    ...keyErrors,
    'store_unavailable',
    'bad_request',
    ...(path.includes(':orderId') ? (['bad_order_id', 'order_not_found'] as const) : []),
    ...(method === 'POST' ? (['bad_json', 'json_required', 'too_large'] as const) : []),
    ...(endpoint?.query && 'page' in endpoint.query.shape ? (['bad_page'] as const) : []),
    ...(isAction(address) ? actionErrors : []),
    ...(path.startsWith(vendorPrefix) ? vendorErrors : []),
    ...errors,
  ]
}

const jsonOf = (schema: JsonSchema, examples: readonly ApiExample[] = []) => ({
  'application/json': {
    schema,
    ...(examples.length > 0 && {
      examples: Object.fromEntries(
        examples.map(({ name, answer }) => [idOf(name), { summary: name, value: answer.body }] as const),
      ),
    }),
  },
})

const idOf = (name: string): string => name.toLowerCase().replace(/\W+/g, '-')

const limitHeaders = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
}

function parametersOf(address: KeyAddress) {
  const { name, path, endpoint } = address
  const { parameters: words = {} }: OperationWords = operationWords[name]
  const text: JsonSchema = { type: 'string' }
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, param = '']) => ({
    name: param,
    in: 'path',
    required: true,
    description: words[param],
    schema: text,
  }))
  const inQuery = Object.keys(endpoint?.query?.shape ?? {}).map((param) => ({
    name: param,
    in: 'query',
    required: false,
    description: words[param],
    schema: text,
  }))
  const inHeader = [
    {
      name: idempotencyKeyHeader,
      in: 'header',
      required: true,
      description: 'One UUID for one decision. The same key again gets the first answer again.',
      schema: { type: 'string', format: 'uuid' },
    },
    {
      name: orderVersionHeader,
      in: 'header',
      required: false,
      description: 'The `version` of the row on which the decision rests.',
      schema: { type: 'string' },
    },
  ]
  return [...inPath, ...inQuery, ...(isAction(address) ? inHeader : [])]
}

function bodyOf({ name, endpoint }: KeyAddress, examples: readonly ApiExample[]) {
  if (endpoint?.body === undefined) return {}
  const sent = examples.filter(({ request, answer }) => request.body !== undefined && answer.status === 200)
  return {
    requestBody: {
      required: name !== 'acceptOrder',
      content: {
        'application/json': {
          schema: bodySchema(endpoint.body),
          ...(sent.length > 0 && {
            examples: Object.fromEntries(
              sent.map(({ name: title, request }) => [idOf(title), { summary: title, value: request.body }] as const),
            ),
          }),
        },
      },
    },
  }
}

/** The errors of an operation, by status. */
function failuresOf(codes: readonly DescribedCode[], examples: readonly ApiExample[]) {
  const statuses = [...new Set(codes.map((code) => errorWords[code][0]))].toSorted((one, other) => one - other)
  return statuses.map((status) => {
    const own = codes.filter((code) => errorWords[code][0] === status)
    const lines = own.map((code) => `\`${code}\`: ${errorWords[code][1]}`)
    const ofStatus = examples.filter(({ answer }) => answer.status === status)
    return [
      String(status),
      {
        description: lines.join('\n\n'),
        headers: {
          ...(status === 401 ? {} : limitHeaders),
          ...([429, 503].includes(status) && { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }),
        },
        content: jsonOf({ $ref: '#/components/schemas/Error' }, ofStatus),
      },
    ] as const
  })
}

function successOf(address: KeyAddress, schemas: ReadonlyMap<string, JsonSchema>, done: readonly ApiExample[]) {
  const { name, endpoint } = address
  const headers = limitHeaders
  if (name === 'followOrders') {
    const example = done[0]?.answer.body
    const stream = { schema: { type: 'string' }, ...(example !== undefined && { example }) }
    return { description: 'The stream.', headers, content: { 'text/event-stream': stream } }
  }
  const tables = done.flatMap(({ answer: { body } }) => (typeof body === 'string' ? [body] : []))
  if (name === 'readReport') {
    const json = jsonOf(
      schemas.get(`${name} answer`) ?? {},
      done.filter(({ answer }) => typeof answer.body !== 'string'),
    )
    const csv = { 'text/csv': { schema: { type: 'string' }, example: tables[0] } }
    return { description: 'The answer.', headers, content: { ...json, ...csv } }
  }
  const answerId = isAction(address) ? 'getOrder answer' : `${name} answer`
  const schema = endpoint ? (schemas.get(answerId) ?? {}) : { type: 'object' }
  return { description: isAction(address) ? 'Done.' : 'The answer.', headers, content: jsonOf(schema, done) }
}

const unknownOutcome = {
  description: 'Sent, and the service cannot be asked now: the feed tells, and the same key gets the outcome later.',
  headers: limitHeaders,
  content: jsonOf({
    type: 'object',
    properties: {
      outcome: { type: 'string', enum: ['unknown'] },
      data: { anyOf: [{ $ref: '#/components/schemas/Order' }, { type: 'null' }] },
    },
    required: ['outcome', 'data'],
  }),
}

function operationOf(address: KeyAddress, schemas: ReadonlyMap<string, JsonSchema>) {
  const { name, scope } = address
  const { summary, description }: OperationWords = operationWords[name]
  const examples = examplesOf(name)
  return {
    operationId: name,
    tags: [scope === null ? ownTag : scopeWords[scope]],
    summary,
    description: scope === null ? description : `${description}\n\nScope: \`${scope}\`.`,
    security: [{ key: scope === null ? [] : [scope] }],
    parameters: parametersOf(address),
    ...bodyOf(address, examples),
    responses: Object.fromEntries([
      [
        '200',
        successOf(
          address,
          schemas,
          examples.filter(({ answer }) => answer.status === 200),
        ),
      ] as const,
      ...(isAction(address) ? [['202', unknownOutcome] as const] : []),
      ...failuresOf(codesOf(address), examples),
    ]),
    ...(examples.length > 0 && {
      'x-codeSamples': examples.map((example) => ({ lang: 'Shell', label: example.name, source: curlOf(example) })),
    }),
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The request of an example, to be typed; `DESK` is the desk's address. */
function curlOf({ request: { method, path, headers = {}, body } }: ApiExample): string {
  const options = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $KEY"',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ]
  return [`curl "$DESK${path}"`, ...options].join(' \\\n  ')
}

const pathOf = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}')

/** The whole description, for a desk at this address. */
export function openApiOf(publicOrigin: string) {
  const schemas = answerSchemas(keyAddresses)
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {}
  for (const address of keyAddresses) {
    const path = (paths[pathOf(address.path)] ??= {})
    path[address.method.toLowerCase()] = operationOf(address, schemas)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Vendor Desk', version: '1', description: introduction },
    servers: [{ url: publicOrigin }],
    security: [{ key: [] }],
    tags: [
      ...apiScopes.map((scope) => ({ name: scopeWords[scope], description: `Scope: \`${scope}\`.` })),
      { name: ownTag },
    ],
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'vd_…',
          description: `A key that a manager created. Its scopes: ${apiScopes.map((scope) => `\`${scope}\``).join(', ')}.`,
        },
      },
      headers: {
        'RateLimit-Policy': {
          description: 'How often the key may ask: `q` times in `w` seconds.',
          schema: { type: 'string', examples: ['"key";q=120;w=60'] },
        },
        RateLimit: {
          description: '`r`: how often it may still ask at once; `t`: in how many seconds it may ask once more.',
          schema: { type: 'string', examples: ['"key";r=119;t=1'] },
        },
        'Retry-After': {
          description: 'In how many seconds to ask again.',
          schema: { type: 'string', examples: ['1'] },
        },
      },
      schemas: Object.fromEntries([...schemas].filter(([name]) => !name.endsWith(' answer'))),
    },
  }
}
