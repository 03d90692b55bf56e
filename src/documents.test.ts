import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const at = (path: string) => new URL(`../${path}`, import.meta.url)
const read = (path: string) => readFileSync(at(path), 'utf8')

/** The base folders of paths in the documents. */
const places = ['', 'src/', 'src/server/', 'src/web/', 'src/web/features/', 'src/web/features/orders/']

test.each(['README.md', 'SECURITY.md', 'src/README.md', 'deploy/README.md', 'e2e/README.md'])(
  '%s names existing files only',
  (name) => {
    const named = [...read(name).matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:tsx?|css|html|yml|md))`/g)].map(
      ([, path]) => path,
    )
    expect(named).not.toEqual([])
    expect(named.filter((path) => !places.some((place) => existsSync(at(`${place}${path}`))))).toEqual([])
  },
)

/** The link anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d_ -]/gu, '')
    .replaceAll(' ', '-')

test.each(['', 'src/', 'deploy/', 'e2e/', 'e2e/bench/'])('every link of %sREADME.md has a target', (folder) => {
  const links = [...read(`${folder}README.md`).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
  const dead = links.filter(([, path, anchor]) => {
    const file = path ? `${folder}${path}` : `${folder}README.md`
    if (!existsSync(at(file))) return true
    if (!anchor) return false
    return ![...read(file).matchAll(/^#+ (.*)$/gm)].some(([, heading = '']) => anchorOf(heading) === anchor)
  })
  expect(dead.map(([link]) => link)).toEqual([])
})

test('the README counts the Prometheus rules', () => {
  const [, counted] = /has (\d+) rules for Prometheus/.exec(read('README.md')) ?? []
  expect(read('deploy/alerts.yml').match(/^ *- alert: /gm)).toHaveLength(Number(counted))
})
