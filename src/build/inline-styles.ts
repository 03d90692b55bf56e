import type { Plugin } from 'vite'

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
