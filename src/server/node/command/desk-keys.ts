import { addApiKey, removeApiKey } from '#server/api-keys/api-keys.ts'
import { notesBy } from '#server/auth/auth-outcomes.ts'
import { createSha256 } from '#server/runtime/credentials.ts'
import { randomBytes, webcrypto } from 'node:crypto'
import { DeskComplaint, type DeskControls, iso } from './desk-verbs.ts'

// The verbs of `desk api-key`.

const sha256 = createSha256(webcrypto.subtle)

interface NewKey {
  readonly name: string
  /** Separated by commas. */
  readonly scopes: string
  readonly isJson: boolean
}

export async function addKey({ store, clock, out }: DeskControls, { name, scopes, isJson }: NewKey): Promise<void> {
  const requested = { name, scopes: scopes.split(',').map((scope) => scope.trim()), by: null }
  const added = await addApiKey({ store, clock, randomBytes, sha256 }, requested, notesBy(clock, null))
  if (isJson) return out(JSON.stringify(added))
  out(added.key)
  out('It will not be shown again. The program sends it as  Authorization: Bearer KEY')
}

export async function listKeys({ store, out, complain }: DeskControls): Promise<void> {
  const keys = await store.apiKeys()
  if (keys.length === 0) complain('There is no key yet: api-key add "Till" --scope orders:read')
  for (const { id, name, scopes, createdAt, lastUsedAt } of keys) {
    const used = lastUsedAt === null ? 'never used' : `last used ${iso(lastUsedAt)}`
    out(`${id}\t${name}\t${scopes.join(',')}\tcreated ${iso(createdAt)}\t${used}`)
  }
}

/** The server ends the feeds of the key within a second. */
export async function removeKey({ store, clock, out }: DeskControls, id: string): Promise<void> {
  const key = (await store.apiKeys()).find((each) => each.id === id)
  if (!key) throw new DeskComplaint('There is no key of that id; "api-key list" lists them.')
  await removeApiKey({ store, emit: () => undefined }, id, notesBy(clock, null))
  out(`The key ${key.name} was removed: no program can use it any more.`)
}
