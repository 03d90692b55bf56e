import type { Plugin } from 'vite'
import { contentPolicyOf } from '#server/http/content-policy.ts'

/**
 * Writes the content policy into the page, for hosts that cannot send our headers. A meta tag cannot restrict framing.
 */
export const policyMeta = (): Plugin => ({
  name: 'policy-meta',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html) {
      const otherwise = { 'frame-ancestors': undefined, 'trusted-types': 'desk default' }
      const content = await contentPolicyOf(html, crypto.subtle, otherwise)
      return [{ tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content }, injectTo: 'head-prepend' }]
    },
  },
})
