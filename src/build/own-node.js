// Links the project's own Node, in plain JavaScript because the machine's Node runs it, whatever its version. npm
// before 11.6 does not create this link if packages that would create the same one are skipped for other platforms.
// Each npm script starts with it, in parentheses because a shell caches the path of `node`.
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
