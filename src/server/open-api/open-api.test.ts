import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { describeApi } from '#contract/desk/api-keys.ts'
import { type DeliveryEvent, outgoingEvents, testEvent } from '#contract/desk/outgoing-webhooks.ts'
import { createTestProgram } from '#testing/api-keys.ts'
import { codeOf, createTestDesk } from '#testing/desk.ts'
import { examplesOf } from './api-examples.ts'
import { keyAddresses } from '#server/api-keys/key-access.ts'
import { feedEvents } from './open-api-feed.ts'
import { openApiOf } from './open-api.ts'
import { webhookExamplesOf } from './webhook-examples.ts'

const api = openApiOf('https://desk.test')

interface Operation {
  readonly security: readonly unknown[]
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly description?: string }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content } | undefined>>
}
type Content = Readonly<Record<string, { readonly schema: Readonly<Record<string, unknown>> }>>

const operationOf = ({ method, path }: { readonly method: string; readonly path: string }): Operation =>
  api.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation // As `openApiOf` builds it.

test('is OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(structuredClone(api))).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('would not be if anything were wrong in it', async () => {
  const wrong: Record<string, unknown> = { ...structuredClone(api), servers: [{ adress: 'https://desk.test' }] }
  expect(await new Validator().validate(wrong)).toMatchObject({ valid: false })
})

test('describes what keys may use, with its scope, and nothing else', () => {
  const described = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const open = keyAddresses.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  expect(described.toSorted()).toEqual(open.toSorted())
  for (const address of keyAddresses)
    expect(operationOf(address).security).toEqual([{ key: address.scope === null ? [] : [address.scope] }])
})

test('explains every parameter', () => {
  const all = keyAddresses.flatMap((address) => operationOf(address).parameters)
  expect(all.filter(({ description }) => !description)).toEqual([])
  expect(all.length).toBeGreaterThan(30)
})

/** Whether a schema of the description takes a value. */
function takes(schema: Readonly<Record<string, unknown>>, value: unknown): boolean {
  const text = JSON.stringify({ ...schema, $defs: api.components.schemas })
  const own = z.fromJSONSchema(
    JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as z.core.JSONSchema.BaseSchema,
  )
  return own.safeParse(value).success
}

const examples = keyAddresses.flatMap((address) =>
  examplesOf(address.name).map((example) => [address.name, example.name, address, example] as const),
)

test.each(examples)('describes the example of %s: %s', (_operation, _name, address, { request, answer }) => {
  const operation = operationOf(address)
  const described = operation.responses[String(answer.status)]
  const inAnswer = described?.content?.['application/json']?.schema
  const inRequest = operation.requestBody?.content['application/json']?.schema
  const isText = typeof answer.body === 'string'
  expect(isText || takes(inAnswer ?? { not: {} }, answer.body)).toBe(true)
  expect(request.body === undefined || takes(inRequest ?? { not: {} }, request.body)).toBe(true)
  const { code } = Object(answer.body) as { code?: string }
  expect(code === undefined || JSON.stringify(described).includes(`\`${code}\``)).toBe(true)
})

test('describes every event of the feed', () => {
  const [example] = examplesOf('followOrders')
  const events = String(example?.answer.body)
    .trim()
    .split('\n\n')
    .map((event) => /^event: (\w+)\ndata: (.+)$/.exec(event) ?? [])
  const kinds = events.map(([, name = '', data = '']) => {
    expect(feedEvents).toHaveProperty(name)
    const schema = { $ref: `#/components/schemas/${feedEvents[name as keyof typeof feedEvents]}` } // As was just found.
    return [name, takes(schema, JSON.parse(data))]
  })
  expect(kinds).toEqual([
    ['snapshot', true],
    ['order', true],
    ['hb', true],
  ])
  for (const name of Object.keys(feedEvents))
    expect(JSON.stringify(operationOf({ method: 'GET', path: '/api/desk/feed' }))).toContain(`\`${name}\``)
})

test.each<DeliveryEvent>([...outgoingEvents, testEvent])(
  'describes the webhook %s, with messages that were received',
  (event) => {
    const { requestBody, 'x-codeSamples': samples } = api.webhooks[event]?.post ?? {}
    const { schema, examples: shown = {} } = requestBody?.content['application/json'] ?? { schema: { not: {} } }
    const bodies = webhookExamplesOf(event).map(({ body }) => JSON.parse(body) as unknown)
    expect(Object.values(shown).map(({ value }) => value)).toEqual(bodies)
    expect(samples?.length ?? 0).toBe(bodies.length)
    expect(bodies.map((body) => takes(schema, body))).toEqual(bodies.map(() => true))
    expect(takes(schema, { type: event, timestamp: '2026-11-20T12:00:00.000Z', data: { order_id: 5 } })).toBe(
      event === testEvent,
    )
  },
)

test('refers only to what is there', () => {
  const refs = new Set([...JSON.stringify(api).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref = '']) => ref))
  const lost = [...refs].filter(
    (ref) => ref.split('/').reduce<unknown>((at, key) => Object(at)[key] as unknown, api) === undefined,
  )
  expect(lost).toEqual([])
  expect(refs.size).toBeGreaterThan(20)
})

test('describes what any request may get once, and has the examples that succeed first', () => {
  const accept = operationOf({ method: 'POST', path: '/api/developer/v1/orders/:orderId/accept' })
  expect(accept.responses['401']).toEqual({ $ref: '#/components/responses/Unauthorized' })
  expect(JSON.stringify(accept.responses['503'])).toMatch(/store_unavailable.*vendor_busy/)
  expect(examplesOf('acceptOrder').map(({ answer }) => answer.status)).toEqual([200, 200, 400, 409])
})

test('has no tag that would make an ugly name of a file', () => {
  for (const { name } of api.tags) expect(name).toMatch(/^[A-Z][a-z]+$/)
  const used = [...Object.values(api.paths), ...Object.values(api.webhooks)].flatMap((methods) =>
    Object.values(methods as Readonly<Record<string, { readonly tags: readonly string[] }>>).flatMap(
      ({ tags }) => tags,
    ),
  )
  expect(new Set(used)).toEqual(new Set(api.tags.map(({ name }) => name)))
})

test('a schema refuses what it does not describe', () => {
  expect(takes({ $ref: '#/components/schemas/OrderRow' }, { order_id: '1', lane: 'lost' })).toBe(false)
  expect(takes({ $ref: '#/components/schemas/FeedOrder' }, { order_id: '1', version: 2, row: {} })).toBe(false)
  expect(takes({ $ref: '#/components/schemas/Category' }, { id: 'x', name: { ar: '', en: '' } })).toBe(false)
})

test('has no hand-over code, payment form or key in it', () => {
  expect(JSON.stringify(api)).not.toMatch(/pickup_otp|return_otp|"form"|vd_\w{10}_/)
})

test('is for any paired tablet and any key, and for no stranger', async () => {
  const desk = createTestDesk()
  const { ask } = await createTestProgram(desk, { scopes: ['reports:read'] })
  expect(await (await ask(describeApi.path)).json()).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: 'http://desk.test' }],
  })
  expect((await desk.ask(describeApi.path)).status).toBe(200)
  expect((await createTestDesk({ who: 'tablet' }).ask(describeApi.path)).status).toBe(200)
  expect(await codeOf(createTestDesk({ who: 'stranger' }).ask(describeApi.path))).toBe('401 not_enrolled')
})
