import { describeApi } from '#contract/desk/api-keys.ts'
import type { Gate } from '#server/auth/require-sign-in.ts'
import type { At } from '#server/http/guard.ts'
import { answerText } from '#server/http/http-error.ts'
import { openApiOf } from './open-api.ts'

interface OpenApiDeps {
  readonly gate: Gate
  readonly config: { readonly publicOrigin: string }
}

/** The description of the API: for any paired tablet, and for any key. */
export function openApiRoutes(at: At, { gate, config }: OpenApiDeps): void {
  let text: string | undefined
  at(describeApi.path, {
    GET: [
      gate.of('counter', 'station', 'display').enrolledOnly,
      () => answerText(200, (text ??= JSON.stringify(openApiOf(config.publicOrigin)))),
    ],
  })
}
