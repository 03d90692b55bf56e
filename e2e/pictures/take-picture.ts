import type { Browser } from '@playwright/test'
import { join } from 'node:path'
import { fileOf } from './gallery.ts'
import { nameOf, type Look } from './looks.ts'
import { openScene } from './open-scene.ts'
import type { Scene } from './scenes.ts'
import type { Stage } from './stage.ts'

/** Takes a picture into `folder` even if the scene fails. @returns whether it succeeded. */
export async function takePicture(
  folder: string,
  browser: Browser,
  stage: Stage,
  scene: Scene,
  look: Look,
): Promise<boolean> {
  const opened = await openScene(browser, stage, scene, look)
  try {
    await opened.act()
    return true
  } catch (error) {
    console.error(`${scene.name}, ${nameOf(look)}: ${error instanceof Error ? error.message : String(error)}`)
    return false
  } finally {
    await opened.page.screenshot({ path: join(folder, fileOf(scene.name, look)) })
    await opened.close()
  }
}
