import { startFirefox, whyNoFirefox } from './start-firefox.ts'
import { startWebkit, whyNoWebkit } from './start-webkit.ts'

/** The other engines; `why` returns why one is unavailable on this machine. */
export const engines = [
  { name: 'WebKit', why: whyNoWebkit, start: startWebkit },
  { name: 'Firefox', why: whyNoFirefox, start: startFirefox },
] as const
