import { resolve } from 'node:path'
import type { ResolvedConfig } from 'vite'

/** The absolute path of the build's output, from any working directory. */
export const outFolder = ({ root, build }: Pick<ResolvedConfig, 'root' | 'build'>): string =>
  resolve(root, build.outDir)
