import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildIfStale } from '#build/build-if-stale.ts'
import { findShell } from '../chromium.ts'
import { launchChromium } from '../tablet.ts'
import { isUsual, looksAt, nameOf, type Look } from './looks.ts'
import { openScene } from './open-scene.ts'
import type { Scene } from './scene.ts'
import { scenes } from './scenes.ts'
import { setStage, type Stage } from './stage.ts'

// `npm run pictures`: every screen in every state, size, theme and language, into `pictures/`, with a page that shows
// them. `-- --only board,order-late`, `--size phone`, `--theme dark`, `--language ar` select some.

const folder = fileURLToPath(new URL('../../pictures/', import.meta.url))

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    size: { type: 'string' },
    theme: { type: 'string' },
    language: { type: 'string' },
  },
})

const isChosen = (requested: string | undefined, value: string): boolean =>
  requested === undefined || requested.split(',').includes(value)

const chosenScenes = scenes.filter(({ name }) => isChosen(options.only, name))
const chosenLooks = looksAt(options.size?.split(',')).filter(
  (look) =>
    isChosen(options.theme, look.theme) &&
    isChosen(options.language, look.language) &&
    (options.language !== undefined || isUsual(look)),
)
if (chosenScenes.length === 0 || chosenLooks.length === 0) {
  console.error(`There is no such picture. Scenes: ${scenes.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const picture = (scene: string, look: Look): string =>
  `<figure><a href="${fileOf(scene, look)}"><img loading="lazy" alt="${escaped(`${scene}, ${nameOf(look)}`)}" src="${fileOf(scene, look)}"></a><figcaption>${escaped(nameOf(look))}</figcaption></figure>`

/** The file of a picture, beside the page that shows them all. */
const fileOf = (scene: string, look: Look): string => `${scene}-${nameOf(look)}.png`

/** A page with a row for each scene, in all looks. */
const gallery = (scenes: readonly string[], looks: readonly Look[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Vendor Desk in pictures</title>
<style>
  body { margin: 24px; font: 16px system-ui; background: #888; }
  section > div { display: flex; gap: 16px; overflow-x: auto; align-items: flex-start; }
  figure { margin: 0; flex: none; }
  img { height: 480px; border-radius: 8px; }
</style>
<h1>Vendor Desk in pictures</h1>
<nav>${scenes.map((scene) => `<a href="#${escaped(scene)}">${escaped(scene)}</a>`).join(' · ')}</nav>
${scenes
  .map(
    (scene) =>
      `<section id="${escaped(scene)}"><h2>${escaped(scene)}</h2><div>${looks.map((look) => picture(scene, look)).join('')}</div></section>`,
  )
  .join('\n')}
</html>
`

/** So few that the orders of a stage, which wait for five minutes, still wait in its last scene. */
const scenesOfStage = 13

/** Scenes on a stage of their own, in one language. A scene is opened once, and then shown in each size and theme. */
interface Sitting {
  readonly scenes: readonly Scene[]
  readonly looks: readonly [Look, ...Look[]]
}

const waiting = [...new Set(chosenLooks.map(({ language }) => language))].flatMap((language) => {
  const [first, ...others] = chosenLooks.filter((look) => look.language === language)
  if (!first) return []
  const starts = Array.from({ length: Math.ceil(chosenScenes.length / scenesOfStage) }, (_, part) => part)
  return starts.map((part): Sitting => ({
    scenes: chosenScenes.slice(part * scenesOfStage, (part + 1) * scenesOfStage),
    looks: [first, ...others],
  }))
})

// Once, because all shops start at the same time.
await buildIfStale(fileURLToPath(new URL('../../dist/', import.meta.url)))
mkdirSync(folder, { recursive: true })
const browser = await launchChromium(findShell())
const began = performance.now()
let failed = 0
// Two at once: while one waits for its page, the other draws.
await Promise.all([takeSittings(), takeSittings()])
await browser.close()
writeFileSync(
  join(folder, 'index.html'),
  gallery(
    chosenScenes.map(({ name }) => name),
    chosenLooks,
  ),
)
const minutes = ((performance.now() - began) / 60_000).toFixed(1)
console.info(
  `${chosenScenes.length * chosenLooks.length} pictures in ${minutes} min, ${failed} scenes failed: ${folder}index.html`,
)
process.exitCode = failed === 0 ? 0 : 1

/** Takes the pictures of one sitting after the other, until none waits. */
async function takeSittings(): Promise<void> {
  for (let sitting = waiting.shift(); sitting; sitting = waiting.shift()) {
    const stage = await setStage()
    try {
      for (const scene of sitting.scenes) failed += Number(!(await takeScene(stage, scene, sitting.looks)))
    } finally {
      await stage.close()
    }
    const [{ language }] = sitting.looks
    console.info(`${language}: ${sitting.scenes.map(({ name }) => name).join(', ')}`)
  }
}

/** Takes the pictures of a scene even if it fails. @returns whether it succeeded. */
async function takeScene(stage: Stage, scene: Scene, looks: Sitting['looks']): Promise<boolean> {
  const opened = await openScene(browser, stage, scene, looks[0])
  try {
    await opened.act()
    return true
  } catch (error) {
    console.error(`${scene.name}, ${looks[0].language}: ${error instanceof Error ? error.message : String(error)}`)
    return false
  } finally {
    for (const look of looks) {
      await opened.show(look)
      writeFileSync(join(folder, fileOf(scene.name, look)), await opened.picture())
    }
    await opened.close()
  }
}
