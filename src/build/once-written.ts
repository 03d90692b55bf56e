import type { Plugin } from 'vite'
import { outFolder } from './out-folder.ts'

/**
 * A part of the build that works on its folder once all else is written there. Of a build that is only weighed there are
 * no files, or those of an earlier one.
 */
export function onceWritten(name: string, work: (folder: string) => Promise<unknown>): Plugin {
  let folder = ''
  let isWritten = true
  return {
    name,
    apply: 'build',
    configResolved(config) {
      folder = outFolder(config)
      isWritten = config.build.write
    },
    async closeBundle() {
      if (isWritten) await work(folder)
    },
  }
}
