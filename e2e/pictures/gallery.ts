import { nameOf, type Look } from './looks.ts'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const picture = (scene: string, look: Look): string =>
  `<figure><a href="${fileOf(scene, look)}"><img loading="lazy" alt="${escape(`${scene}, ${nameOf(look)}`)}" src="${fileOf(scene, look)}"></a><figcaption>${escape(nameOf(look))}</figcaption></figure>`

/** The file of a picture, beside the page that shows them all. */
export const fileOf = (scene: string, look: Look): string => `${scene}-${nameOf(look)}.png`

/** A page with a row for each scene, in all looks. */
export const gallery = (scenes: readonly string[], looks: readonly Look[]): string => `<!doctype html>
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
<nav>${scenes.map((scene) => `<a href="#${escape(scene)}">${escape(scene)}</a>`).join(' · ')}</nav>
${scenes
  .map(
    (scene) =>
      `<section id="${escape(scene)}"><h2>${escape(scene)}</h2><div>${looks.map((look) => picture(scene, look)).join('')}</div></section>`,
  )
  .join('\n')}
</html>
`
