import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { precompress } from './precompress.ts'
import { shellWorker } from './shell-worker.ts'

async function emptyPage(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'build-'))
  onTestFinished(() => rm(root, { recursive: true }))
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Empty</title>')
  return root
}

const plain = { configFile: false, logLevel: 'silent' } as const

test('writes its files beside the page from any working directory', async () => {
  const root = await emptyPage()
  await build({ root, ...plain, plugins: [shellWorker(), precompress()] })
  expect((await readdir(join(root, 'dist'))).toSorted()).toEqual([
    'index.html',
    'index.html.br',
    'index.html.gz',
    'shell-worker.js',
    'shell-worker.js.br',
    'shell-worker.js.gz',
  ])
})

test('creates no folder for a build that is not written', async () => {
  const root = await emptyPage()
  await build({ root, ...plain, plugins: [shellWorker(), precompress()], build: { write: false } })
  expect(await readdir(root)).toEqual(['index.html'])
})
