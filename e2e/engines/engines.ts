import { startFirefox, whyNoFirefox } from './start-firefox.ts'
import { startWebkit, whyNoWebkit } from './start-webkit.ts'

/** The engines besides Chromium's; `why` says why one cannot be tried on this machine. */
export const engines = [
  { name: 'WebKit', why: whyNoWebkit, start: startWebkit },
  { name: 'Firefox', why: whyNoFirefox, start: startFirefox },
] as const
