// Plain JavaScript, for the Node of the machine runs it, whichever that is; all else needs the one that is asked for in
// package.json, and the project brings that along. npm before 11.6 makes no link to it where other packages that would
// have made the same link are left out as being of other machines. So each script that npm runs begins with this: in
// parentheses, for a shell remembers where it has found `node`.
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../', import.meta.url)
const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, root))
const { engines } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
const isEnough = (/** @type {string} */ version) =>
  version.localeCompare(engines.node.replace('>=', ''), 'en', { numeric: true }) >= 0

if (!isEnough(process.versions.node)) {
  const own = `node-${process.platform}-${process.arch}/bin/node`
  if (!existsSync(at(`node_modules/${own}`))) {
    console.error(
      `Node ${engines.node} is needed, and this one is ${process.versions.node}: bring a newer one, or run npm ci.`,
    )
    process.exit(1)
  }
  const link = at('node_modules/.bin/node')
  try {
    rmSync(link, { force: true })
    symlinkSync(`../${own}`, link)
  } catch (error) {
    console.error(
      `Node ${engines.node} is needed. It is at node_modules/${own}, and cannot be linked: ${String(error)}`,
    )
    process.exit(1)
  }
}
