import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { onceWritten } from './once-written.ts'

/** What goes over the wire and grows small. */
const worthwhile = /^(?!prerender\b).*\.(?:js|css|html|svg|json|webmanifest)$/
const brotli = promisify(brotliCompress)

/** Writes each file of the build in its smallest forms beside it: once, as hard as it goes, not at each request. */
export const precompress = (): Plugin =>
  onceWritten('precompress', async (folder) => {
    const files = await readdir(folder, { recursive: true })
    await Promise.all(files.filter((file) => worthwhile.test(file)).map((file) => compressFile(join(folder, file))))
  })

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 20 }
  await Promise.all([
    brotli(content, { params }).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ])
}
