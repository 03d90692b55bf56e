declare module 'virtual:words/*' {
  import type { CompiledMessage } from 'icu-minify/format'
  export const messages: Readonly<Record<string, CompiledMessage>>
}

interface ImportMetaEnv {
  /** True in the build that needs no server. */
  readonly DEMO: boolean
}

// All of undici takes three times as long to load, and puts itself beneath the platform's `fetch` where that was not used yet.
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici'
}
