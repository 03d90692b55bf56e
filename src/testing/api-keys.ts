import * as z from 'zod/mini'
import { apiKeys, type ApiScope, apiScopes } from '#contract/desk/api-keys.ts'
import { createCookieJar } from '#server/auth/cookies.ts'
import { testOrigin, type TestDesk } from './desk.ts'

export interface TestProgram {
  readonly id: string
  readonly key: string
  /** Sends a request with the key, and without cookies. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** The same with JSON, if any, and with the key of an attempt. */
  post(path: string, body?: unknown, attempt?: string): Promise<Response>
}

/** A program with a new key, which a manager makes on the desk's tablet. */
export async function createTestProgram(
  desk: TestDesk,
  { name = 'Till', scopes = apiScopes }: { readonly name?: string; readonly scopes?: readonly ApiScope[] } = {},
): Promise<TestProgram> {
  const answer = await desk.post(apiKeys.add.path, { name, scopes })
  const { id, key } = z.parse(apiKeys.add.answer, await answer.json()).data
  const ask: TestProgram['ask'] = (path, { headers, ...init } = {}) => {
    const request = new Request(testOrigin + path, init)
    for (const [header, value] of new Headers(headers)) request.headers.set(header, value)
    request.headers.set('Authorization', `Bearer ${key}`)
    return desk.proxy.fetch(request, createCookieJar())
  }
  return {
    id,
    key,
    ask,
    post: (path, body, attempt) =>
      ask(path, {
        method: 'POST',
        headers: {
          ...(attempt !== undefined && { 'Idempotency-Key': attempt }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}
