import type { Plugin } from 'vite'

const stub = `export const infiniteQueryBehavior = () => { throw new Error('Endless queries are left out of the build.') }
export const hasNextPage = () => false
export const hasPreviousPage = () => false`

/** TanStack Query's pages without end: 0.7 KiB in the first script, which its client names and nothing here uses. */
export const noEndlessQueries = (): Plugin => ({
  name: 'no-endless-queries',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (/query-core.*\/infiniteQueryBehavior\.js$/.test(id) ? stub : undefined),
})
