import { vi } from 'vitest'
import { type Endpoint, matchPath } from '#contract/endpoint.ts'

type Answer = readonly [
  endpoint: Endpoint,
  /** Its answer, or a Response. Called for each request. */
  answer: (request: { readonly body: unknown; readonly params: Readonly<Record<string, string>> }) => unknown,
]

/** Answers some endpoints in place of the desk of `openPage`, until the test ends. */
export function answerInstead(answers: readonly Answer[]): void {
  const desk = fetch
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input, 'http://desk.test')
    for (const [{ method, path }, answer] of answers) {
      const params = matchPath(path, pathname)
      if (!params || method !== (init?.method ?? 'GET')) continue
      const given = answer({ params, body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined })
      return given instanceof Response ? given : Response.json(given)
    }
    return desk(input, init)
  })
}

/** An error as the desk's server answers it. */
export const refusal = (status: number, code: string): Response =>
  Response.json({ status: 'error', message: code, code }, { status })
