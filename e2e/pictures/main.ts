import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { launchChromium } from '../tablet.ts'
import { gallery } from './gallery.ts'
import { looksAt, nameOf } from './looks.ts'
import { scenes } from './scenes.ts'
import { setStage } from './stage.ts'
import { takePicture } from './take-picture.ts'

// `npm run pictures`: every screen in every state, size, theme and language, into `pictures/`, with a page that shows
// them. `-- --only board,order-late`, `--size phone`, `--theme dark`, `--language ar` select some.

const folder = fileURLToPath(new URL('../../pictures/', import.meta.url))

const { values: wish } = parseArgs({
  options: {
    only: { type: 'string' },
    size: { type: 'string' },
    theme: { type: 'string' },
    language: { type: 'string' },
  },
})

const isWished = (requested: string | undefined, value: string): boolean =>
  requested === undefined || requested.split(',').includes(value)

const wishedScenes = scenes.filter(({ name }) => isWished(wish.only, name))
const wishedLooks = looksAt(wish.size?.split(',')).filter(
  (look) => isWished(wish.theme, look.theme) && isWished(wish.language, look.language),
)
if (wishedScenes.length === 0 || wishedLooks.length === 0) {
  console.error(`There is no such picture. Scenes: ${scenes.map(({ name }) => name).join(', ')}.`)
  process.exit(1)
}

mkdirSync(folder, { recursive: true })
const browser = await launchChromium()
let failed = 0
for (const look of wishedLooks) {
  // Orders wait for five minutes only, so each look has a stage of its own.
  const stage = await setStage()
  try {
    for (const scene of wishedScenes) failed += Number(!(await takePicture(folder, browser, stage, scene, look)))
  } finally {
    await stage.close()
  }
  console.info(`${nameOf(look)}: ${wishedScenes.length} scenes`)
}
await browser.close()
writeFileSync(
  join(folder, 'index.html'),
  gallery(
    wishedScenes.map(({ name }) => name),
    wishedLooks,
  ),
)
console.info(`${wishedScenes.length * wishedLooks.length - failed} pictures, ${failed} failed: ${folder}index.html`)
process.exitCode = failed === 0 ? 0 : 1
