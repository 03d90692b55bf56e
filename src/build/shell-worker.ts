import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { minify, transformWithOxc, type Plugin } from 'vite'
import { patterns } from '#contract/screen-paths.ts'
import { outFolder } from './precompress.ts'

const source = fileURLToPath(new URL('../web/shell/shell-worker.ts', import.meta.url))

/**
 * Excludes what the worker never serves: other workers, home screen icons, and the page, which is cached separately.
 */
const isKept = (file: string): boolean =>
  /^(?:assets\/|icon-48\.png$|manifest)/.test(file) && !/\.(?:br|gz|map)$/.test(file)

/**
 * Writes `shell-worker.js` beside the page, with the list of files to cache. It bypasses the bundler, because it has a
 * fixed name at the root and shares nothing with the page.
 */
export function shellWorker(): Plugin {
  let folder = ''
  return {
    name: 'shell-worker',
    apply: 'build',
    configResolved(config) {
      folder = outFolder(config)
    },
    async writeBundle() {
      const { code } = await transformWithOxc(await readFile(source, 'utf8'), source)
      const constant = `const shell = ${JSON.stringify(await shellOf(folder))};`
      const small = await minify('shell-worker.js', constant + code, { module: true })
      await writeFile(join(folder, 'shell-worker.js'), small.code)
    },
  }
}

async function shellOf(folder: string) {
  const names = await readdir(folder, { recursive: true })
  const files = names
    .map((name) => name.split(sep).join('/'))
    .filter(isKept)
    .toSorted()
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const contents = await Promise.all(['index.html', ...files].map((name) => readFile(join(folder, name))))
  const hash = createHash('sha256').update(JSON.stringify(files))
  for (const content of contents) hash.update(content)
  return {
    version: hash.digest('hex').slice(0, 12),
    entry: /src="([^"]+\.js)"/.exec(page)?.[1] ?? '',
    files: files.map((name) => `/${name}`),
    screens: Object.values(patterns).map((pattern) => `^${pattern.replace(/:\w+/g, '[^/]+')}/?$`),
  }
}
