declare module 'virtual:words/*' {
  import type { CompiledMessage } from 'icu-minify/format'
  export const messages: Readonly<Record<string, CompiledMessage>>
}

interface ImportMetaEnv {
  /** True in the build that needs no server. */
  readonly DEMO: boolean
}
