import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const script = fileURLToPath(new URL('own-node.js', import.meta.url))
const platform = `node-${process.platform}-${process.arch}`

/** A project that requires this version of Node. */
function project(engine: string) {
  const root = mkdtempSync(join(tmpdir(), 'own-node-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const bin = join(root, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', engines: { node: engine } }))
  cpSync(script, join(root, 'src/build/own-node.js'))
  return {
    link: join(bin, 'node'),
    bring() {
      const own = join(root, 'node_modules', platform, 'bin')
      mkdirSync(own, { recursive: true })
      symlinkSync(process.execPath, join(own, 'node'))
    },
    run: () => spawnSync(process.execPath, ['src/build/own-node.js'], { cwd: root, encoding: 'utf8' }),
  }
}

test('links the project’s Node if the machine’s is too old, whatever was there', () => {
  const { link, bring, run } = project('>=99.5')
  bring()
  for (const _ of ['made', 'made anew']) {
    expect(run()).toMatchObject({ status: 0, stderr: '' })
    expect(readlinkSync(link)).toBe(`../${platform}/bin/node`)
  }
})

test('says which Node is needed if the project has none for the machine', () => {
  const { run } = project('>=99.5')
  expect(run()).toMatchObject({ status: 1, stderr: expect.stringContaining('Node >=99.5 is needed') })
})

test.each(['>=9.0', `>=${process.versions.node}`])('leaves a suitable Node alone (%s)', (engine) => {
  const { link, bring, run } = project(engine)
  bring()
  expect(run()).toMatchObject({ status: 0, stderr: '' })
  expect(() => readlinkSync(link)).toThrow('ENOENT')
})

test('is the start of each script that needs Node', () => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> } // As npm has it.
  const ofNpmAlone = ['test', 'test:long', 'check', 'sbom']
  for (const [name, script] of Object.entries(scripts).filter(([each]) => !ofNpmAlone.includes(each)))
    expect(script, name).toMatch(/^\(node src\/build\/own-node\.js\) && /)
})
