import { inbox } from '#contract/desk/inbox.ts'
import { paths } from '#contract/screen-paths.ts'
import { contentPolicyOf, framesOfItself } from '#server/http/safe-headers.ts'
import { directionOf, languages } from '#web/i18n/language.ts'
import type { MessagePart } from '#web/i18n/message-parts.ts'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { minify, type Plugin, transformWithOxc } from 'vite'

const linked = /<link rel="stylesheet"[^>]* href="(?:\.?\/)?([^"]+\.css)"[^>]*>/g

/**
 * Inlines the stylesheet into the page, allowed by its hash, to save a request before the first paint. A later visit
 * transfers it no more often than a file, because an unchanged page is not sent again.
 */
export const inlineStyles = (): Plugin => ({
  name: 'inline-styles',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      html.replace(linked, (link, fileName: string) => {
        const file = bundle[fileName]
        if (file?.type !== 'asset') return link
        delete bundle[fileName]
        // A page compares this name to find out whether the desk has a newer one.
        return `<style data-name="${fileName}">${String(file.source).trim()}</style>`
      }),
  },
})

const source = fileURLToPath(new URL('../web/shell/head-start.ts', import.meta.url))

/** Inlines `web/shell/head-start.ts` into the page, with the names of the files that it preloads. */
export const headStart = (): Plugin => ({
  name: 'head-start',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      /** The address of the chunk that contains a module. */
      const fileOf = (module: RegExp) =>
        Object.values(bundle)
          .filter((file) => file.type === 'chunk' && file.moduleIds.some((id) => module.test(id)))
          .map(({ fileName }) => `/${fileName}`)[0]
      const messagesOf = (part: MessagePart) =>
        Object.fromEntries(languages.map((each) => [each, fileOf(new RegExp(`virtual:messages/${each}/${part}$`))]))
      const named = {
        order: paths.order(''),
        orderScreen: fileOf(/orders.order-screen\.tsx$/),
        messages: messagesOf('board'),
        orderMessages: messagesOf('counter'),
        orders: inbox.list.path,
        directions: Object.fromEntries(languages.map((each) => [each, directionOf(each)])),
      }
      const { code } = await transformWithOxc(await readFile(source, 'utf8'), source)
      const small = await minify('head-start.js', `(()=>{const named = ${JSON.stringify(named)};${code}})()`)
      const script = `<script>${small.code.trim()}</script>`
      // Before the stylesheet, because an inline script after it would wait for it.
      return html.replace('<script type="module"', (entry) => `${script}\n    ${entry}`)
    },
  },
})

/**
 * Writes the content policy into the page, for hosts that cannot send our headers. A meta tag cannot restrict framing.
 */
export const policyMeta = (): Plugin => ({
  name: 'policy-meta',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html) {
      const otherwise = { ...framesOfItself, 'frame-ancestors': undefined, 'trusted-types': 'desk default' }
      const content = await contentPolicyOf(html, crypto.subtle, otherwise)
      return [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content }, injectTo: 'head-prepend' }]
    },
  },
})
