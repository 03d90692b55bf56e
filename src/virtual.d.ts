declare module 'virtual:messages/*' {
  import type { CompiledMessage } from 'icu-minify/format'
  export const messages: Readonly<Record<string, CompiledMessage>>
}

interface ImportMetaEnv {
  /** True in the build that needs no server. */
  readonly DEMO: boolean
}

// Importing all of undici takes three times as long, and installs itself under the platform's `fetch` if that is unused
// yet.
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
