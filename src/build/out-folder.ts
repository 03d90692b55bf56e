import { resolve } from 'node:path'
import type { ResolvedConfig } from 'vite'

/** Where the build goes, wherever it was started from. */
export const outFolder = ({ root, build }: Pick<ResolvedConfig, 'root' | 'build'>): string =>
  resolve(root, build.outDir)
