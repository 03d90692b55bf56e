import * as z from 'zod/mini'
import { isRecord } from '#contract/json.ts'
import { NullableText, oneOf, Text, Texts } from '#contract/plain.ts'
import { endpoint } from '#contract/endpoint.ts'

/** What a key of another program lets it do. */
export const apiScopes = ['orders:read', 'orders:answer', 'catalog:read', 'reports:read'] as const
export type ApiScope = (typeof apiScopes)[number]
export const ApiScope = oneOf(apiScopes)

/** The tablet's name in the log where a program acts with a key. */
export const apiTablet = 'API'

/** A key as it is listed: the key itself is shown once, when it is created. Timestamps are ISO 8601 in UTC. */
const ApiKey = z.object({
  /** Also part of the key, so that a key that is found somewhere can be recognized: `vd_ID_…`. */
  id: Text,
  name: Text,
  /** A newer server may know scopes that an older page does not. */
  scopes: Texts,
  created_at: Text,
  /** Null if the `desk` command created it. */
  created_by: NullableText,
  /** To the minute; null if it was never used. */
  last_used_at: NullableText,
})
export type ApiKey = z.infer<typeof ApiKey>

type Named<Value> = Readonly<Record<string, Value>>

/** A schema of the description: JSON Schema, as far as the reference shows it. */
export interface ApiSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: ApiSchema
  readonly anyOf?: readonly ApiSchema[]
  readonly properties?: Named<ApiSchema>
  readonly required?: readonly string[]
  readonly additionalProperties?: ApiSchema | boolean
}

interface ApiContent {
  readonly schema?: ApiSchema
  readonly examples?: Named<{ readonly summary: string; readonly value: unknown }>
  readonly example?: string
}

interface ApiResponse {
  /** An error that any request may get: the introduction explains it. */
  readonly $ref?: string
  readonly description?: string
  readonly content?: Named<ApiContent>
}

/** What a program can do at an address. */
export interface ApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description: string
  }[]
  readonly requestBody?: { readonly required: boolean; readonly content: Named<ApiContent> }
  readonly responses: Named<ApiResponse>
  readonly 'x-codeSamples'?: readonly { readonly label: string; readonly source: string }[]
}

/** Describes what programs may do: OpenAPI 3.1. For any paired tablet, and for any key. */
export const describeApi = endpoint({
  method: 'GET',
  path: '/api/desk/openapi.json',
  answer: z.object({
    info: z.object({ description: Text }),
    servers: z.array(z.object({ url: Text })),
    paths: z.custom<Named<Named<ApiOperation>>>(isRecord),
    /** What the desk sends to others, by the name of the event. Older servers omit it. */
    webhooks: z.optional(z.custom<Named<Named<ApiOperation>>>(isRecord)),
    components: z.object({ schemas: z.custom<Named<ApiSchema>>(isRecord) }),
  }),
})

/** The keys of other programs. All of it requires a manager. */
export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api/desk/api-keys',
    answer: z.object({ data: z.array(ApiKey) }),
  }),
  /** Adds a key, which is in no other answer. 422 `bad_name`, `bad_scopes`; 409 `name_taken`. */
  add: endpoint({
    method: 'POST',
    path: '/api/desk/api-keys',
    body: z.object({ name: Text, scopes: z.array(ApiScope) }),
    answer: z.object({ data: z.object({ id: Text, key: Text }) }),
  }),
  /** Removes a key, and ends its feeds at once. 404 `not_found`. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/desk/api-keys/:keyId',
    answer: z.object({ data: z.object({ id: Text }) }),
  }),
} as const
