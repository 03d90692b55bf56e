interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface Locked extends Manifest {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly inBundle?: boolean
  readonly hasInstallScript?: boolean
}

export interface Lock {
  readonly lockfileVersion: number
  readonly packages: Readonly<Record<string, Locked>>
}

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
const exact = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/
const publicRegistry = 'https://registry.npmjs.org/'

/** The problems of what npm will install: floating versions, missing hashes, install scripts. */
export function lockProblems(manifest: Manifest, { lockfileVersion, packages }: Lock): readonly string[] {
  const problems: string[] = []
  if (lockfileVersion !== 3) problems.push(`The lock is of version ${lockfileVersion}.`)
  for (const kind of kinds) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
      if (!exact.test(version)) problems.push(`${name} is wanted as ${version}, which is no exact version.`)
      if (packages['']?.[kind]?.[name] !== version) problems.push(`${name} is another one in the lock.`)
      if (!packages[`node_modules/${name}`]) problems.push(`${name} is not locked.`)
    }
  }
  for (const [path, locked] of Object.entries(packages)) {
    if (path === '') continue
    problems.push(...ofPackage(path, locked).map((problem) => `${path} ${problem}`))
    // npm sometimes omits one, and `npm ci` fails on the platform that needs it.
    const missing = Object.keys(locked.optionalDependencies ?? {}).filter((name) => !isLocked(packages, path, name))
    problems.push(...missing.map((name) => `${path} may need ${name}, which is not locked.`))
  }
  return problems
}

function ofPackage(path: string, { version, resolved, integrity, inBundle, hasInstallScript }: Locked): string[] {
  const problems: string[] = []
  if (!path.startsWith('node_modules/')) problems.push('is no package of the registry.')
  if (version === undefined || !exact.test(version)) problems.push('has no exact version.')
  // Bundled packages are covered by the hash of their bundle.
  if (!inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')) problems.push('has no sha512 hash.')
  if (resolved !== undefined && !resolved.startsWith(publicRegistry)) problems.push('comes from somewhere else.')
  if (hasInstallScript) problems.push('wants to run a script when it is installed.')
  return problems
}

/** Whether Node's lookup finds a package from another one: beside it or further out. */
function isLocked(packages: Lock['packages'], from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}
