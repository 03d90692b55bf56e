import { idempotencyKeyHeader, orderVersionHeader } from '#contract/desk/action.ts'
import { apiScopes } from '#contract/desk/api-keys.ts'
import { vendorPrefix } from '#contract/vendor/vendor-prefix.ts'
import { type ApiExample, answersOf, examplesOf } from './api-examples.ts'
import { type KeyAddress, keyAddresses } from '#server/api-keys/key-access.ts'
import { type JsonSchema, orNull, refTo } from './json-schema.ts'
import { csvOf, jsonOf, limitHeaders } from './open-api-content.ts'
import { type DescribedCode, failuresOf, sharedResponses, vendorErrors } from './open-api-errors.ts'
import { feedSchemas, feedStream } from './open-api-feed.ts'
import { querySchema } from './open-api-query.ts'
import { answerSchemas, bodySchema } from './open-api-schemas.ts'
import { introduction, type OperationWords, operationWords } from './open-api-words.ts'
import { describeWebhooks, webhookTag, webhookTagWords, webhookWords } from './open-api-webhooks.ts'

// Describes what programs may do, as OpenAPI 3.1: made from the contract that the server itself reads.

/** Generators make names of files and modules from tags, so each is one word. */
const tags = {
  'orders:read': { name: 'Orders', description: 'The board, one order, and the feed: `orders:read`.' },
  'orders:answer': { name: 'Answers', description: 'Accept, reject, mark as ready: `orders:answer`.' },
  'catalog:read': { name: 'Catalog', description: 'Items, categories, brands and attributes: `catalog:read`.' },
  'reports:read': { name: 'Reports', description: 'Figures of days and shifts: `reports:read`.' },
} as const satisfies Readonly<Record<(typeof apiScopes)[number], object>>

const ownTag = { name: 'Description', description: 'This description itself.' }

/** Opening an order is no answer to it, though it takes the scope of answers. */
const tagOf = ({ name, scope }: KeyAddress) =>
  name === 'openOrder' ? tags['orders:read'] : scope === null ? ownTag : tags[scope]

const actionErrors = ['idempotency_key_required', 'key_reused', 'order_busy', 'already_answered'] as const

/** Whether it answers an order, which is done once. */
const isAction = ({ method, path }: KeyAddress): boolean => method === 'POST' && path.startsWith(vendorPrefix)

/** The codes of an operation's errors, besides those of every request: what its contract tells, and its own. */
function codesOf(address: KeyAddress): readonly DescribedCode[] {
  const { name, method, path, endpoint } = address
  const { errors = [] }: OperationWords = operationWords[name]
  return [
    'bad_request',
    ...(path.includes(':orderId') ? (['bad_order_id', 'order_not_found'] as const) : []),
    ...(method === 'POST' ? (['bad_json', 'json_required', 'too_large'] as const) : []),
    ...(endpoint?.query && 'page' in endpoint.query.shape ? (['bad_page'] as const) : []),
    ...(isAction(address) ? actionErrors : []),
    ...(path.startsWith(vendorPrefix) ? vendorErrors : []),
    ...errors,
  ]
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
    schema: querySchema(name, param),
  }))
  const inHeader = [
    {
      name: idempotencyKeyHeader,
      in: 'header',
      required: true,
      description: 'One UUID for each decision. The same key gets the same answer again.',
      schema: { type: 'string', format: 'uuid' },
    },
    {
      name: orderVersionHeader,
      in: 'header',
      required: false,
      description: 'The `version` of the row on which the decision is based.',
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
      content: jsonOf(
        bodySchema(endpoint.body, name),
        sent.map(({ name: title, request }) => ({ name: title, value: request.body })),
      ),
    },
  }
}

function successOf(address: KeyAddress, schemas: ReadonlyMap<string, JsonSchema>, done: readonly ApiExample[]) {
  const { name, endpoint } = address
  const headers = limitHeaders
  if (name === 'followOrders') {
    const example = done[0]?.answer.body
    const stream = { schema: feedStream, ...(example !== undefined && { example }) }
    return { description: 'The stream.', headers, content: { 'text/event-stream': stream } }
  }
  if (name === 'readReport') {
    const isTable = ({ answer: { body } }: ApiExample) => typeof body === 'string'
    const json = jsonOf(schemas.get(`${name} answer`) ?? {}, answersOf(done.filter((each) => !isTable(each))))
    return { description: 'The answer.', headers, content: { ...json, ...csvOf(answersOf(done.filter(isTable))) } }
  }
  const answerId = isAction(address) ? 'getOrder answer' : `${name} answer`
  const schema = endpoint ? (schemas.get(answerId) ?? {}) : { type: 'object' }
  return { description: isAction(address) ? 'Done.' : 'The answer.', headers, content: jsonOf(schema, answersOf(done)) }
}

const unknownOutcome = {
  description:
    'Sent, but the service cannot be asked now what came of it: the feed will tell, and the same key gets the outcome later.',
  headers: limitHeaders,
  content: jsonOf({
    type: 'object',
    properties: {
      outcome: { type: 'string', enum: ['unknown'] },
      data: orNull(refTo('Order')),
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
    tags: [tagOf(address).name],
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
    info: {
      title: 'Vendor Desk',
      version: '1',
      description: `${introduction}\n\n${webhookWords}`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicOrigin }],
    security: [{ key: [] }],
    tags: [...apiScopes.map((scope) => tags[scope]), { name: webhookTag, description: webhookTagWords }, ownTag],
    paths,
    webhooks: describeWebhooks(),
    components: {
      responses: sharedResponses,
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
          description: 'How many requests the key may make: `q` in `w` seconds.',
          schema: { type: 'string', examples: ['"key";q=120;w=60'] },
        },
        RateLimit: {
          description:
            '`r`: how many requests it may still make at once; `t`: in how many seconds it may make one more.',
          schema: { type: 'string', examples: ['"key";r=119;t=1'] },
        },
        'Retry-After': {
          description: 'How many seconds to wait before asking again.',
          schema: { type: 'string', examples: ['1'] },
        },
      },
      schemas: {
        ...Object.fromEntries([...schemas].filter(([name]) => !name.endsWith(' answer'))),
        ...feedSchemas,
      },
    },
  }
}
