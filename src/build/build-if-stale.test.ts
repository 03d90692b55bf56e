import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildIfStale, NotBuilt } from './build-if-stale.ts'

/** A folder without a page, and a build script for it. */
async function folderWith(script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'page-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const builder = join(folder, 'builder.mjs')
  await writeFile(
    builder,
    `import { writeFileSync } from 'node:fs'\n${script.replace('FOLDER', JSON.stringify(folder))}`,
  )
  const said = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => said.mockRestore())
  return { folder, builder, said }
}

test('builds a missing page once, in a process of its own', async () => {
  const script = `const folder = FOLDER
    writeFileSync(folder + '/index.html', String(process.pid))
    writeFileSync(folder + '/index.html.br', '')`
  const { folder, builder, said } = await folderWith(script)
  await buildIfStale(folder, builder)
  expect(said).toHaveBeenCalledExactlyOnceWith('Building the page, about 20 s …')
  const pid = await readFile(join(folder, 'index.html'), 'utf8')
  expect(Number(pid)).toBeGreaterThan(0)
  expect(pid).not.toBe(String(process.pid))
  await buildIfStale(folder, builder)
  expect(await readFile(join(folder, 'index.html'), 'utf8')).toBe(pid)
})

test('repeats a build that was interrupted before its last file', async () => {
  const { folder, builder, said } = await folderWith(`writeFileSync(FOLDER + '/index.html', 'half')`)
  await buildIfStale(folder, builder)
  await buildIfStale(folder, builder)
  expect(said).toHaveBeenCalledTimes(2)
})

test.each([
  ['fails', 'process.exit(1)'],
  ['is killed', `process.kill(process.pid, 'SIGKILL')`],
])('throws if a build %s', async (_how, script) => {
  const { folder, builder } = await folderWith(script)
  await expect(buildIfStale(folder, builder)).rejects.toThrow(NotBuilt)
})
