import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin, ResolvedConfig } from 'vite'

/** The absolute path of the build's output, from any working directory. */
export const outFolder = ({ root, build }: Pick<ResolvedConfig, 'root' | 'build'>): string =>
  resolve(root, build.outDir)

/** Compressible files that are served. */
const worthwhile = /\.(?:js|css|html|svg|json|webmanifest)$/
const brotli = promisify(brotliCompress)

const page = 'index.html'

/** The file that a build writes last: its presence proves that the build is complete. */
export const lastFile = `${page}.br`

/** Writes a Brotli and a gzip form of each file at the highest level, so that no request compresses. */
export function precompress(): Plugin {
  let folder = ''
  let writesFiles = true
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = outFolder(config)
      writesFiles = config.build.write
    },
    async closeBundle() {
      if (!writesFiles) return
      const files = (await readdir(folder, { recursive: true })).filter(
        (file) => worthwhile.test(file) && file !== page,
      )
      await Promise.all(files.map((file) => compressFile(join(folder, file))))
      await compressFile(join(folder, page))
    },
  }
}

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 20 }
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  await writeFile(`${file}.br`, await brotli(content, { params }))
}
