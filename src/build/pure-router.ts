import type { Plugin } from 'vite'

const name = /^\w+\.displayName = "\w+";$/gm
const value = /(?<== )new (?=(?:URL|Set)\()/g

/**
 * Lets what nobody uses of react-router go: a name that a context gets for the tools of developers, and a value made
 * of others, each keep it in the first script. 0.15 KiB.
 */
export const pureRouter = (): Plugin => ({
  name: 'pure-router',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /react-router.*\.js$/ },
    handler: (code) => ({ code: code.replace(name, '').replace(value, '/* @__PURE__ */ new '), map: null }),
  },
})
