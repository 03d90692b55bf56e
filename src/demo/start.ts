/// <reference types="msw/vite/client" />
import { http } from 'msw/http'
import { network } from 'virtual:msw'
import { systemClock } from '#contract/system-clock.ts'
import { createPractice } from '#practice/practice.ts'
import { openRequestContext } from '#server/http/request-context.ts'
import { PrinterLost } from '#server/printing/escpos-printer.ts'
import { createSha256 } from '#server/runtime/credentials.ts'
import { drawInPage } from './draw-in-page.ts'
import { offerDemo, outerDemo } from './outer-demo.ts'
import { streamInside } from './stream-inside.ts'
import { trustWorker } from './trust-worker.ts'

/** Sets up the practice store inside the page: a service worker passes the page's requests to it. */
export async function startDemo(): Promise<void> {
  const outer = outerDemo()
  // The worker passes what else a frame loads, such as pictures, to the outer page.
  if (outer) return streamInside(outer, (path) => /^\/(?:api|practice)\//.test(path))
  const practice = createPractice({
    clock: systemClock,
    readRequestContext: openRequestContext,
    isSignedIn: true,
    random: Math.random,
    // Codes need no protection here, because nobody else uses this store.
    digest: (text) => text,
    subtle: crypto.subtle,
    sha256: createSha256(crypto.subtle),
    randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
    log: () => undefined,
    // A page cannot reach a network printer; the practice printer is part of the store.
    printing: { draw: drawInPage, connect: () => Promise.reject(new PrinterLost()), allowsHost: () => true },
    seed: Date.now(),
    config: { mode: 'demo', publicOrigin: location.origin, hosts: [location.host], responseWindowSeconds: 300 },
  })
  const answer = ({ request }: { readonly request: Request }) => practice.fetch(request)
  trustWorker()
  network.configure({
    handlers: [http.all('*/api/*', answer), http.all('*/practice/*', answer)],
    // Otherwise each answer is buffered to the end and logged to the console.
    context: { quiet: true },
  })
  await network.enable()
  streamInside((request) => practice.fetch(request))
  offerDemo((request) => practice.fetch(request))
  void practice.openShop(new AbortController().signal)
}
