import { type ApiScope, apiScopes } from '#contract/desk/api-keys.ts'
import type { Clock } from '#contract/clock.ts'
import { readName } from '#contract/desk/people.ts'
import { notedEveryMs } from '#domain/people.ts'
import { type Note, refusal } from '#server/auth/auth-outcomes.ts'
import type { Emit } from '#server/events/bus.ts'
import { newApiKey, newId, type RandomBytes, type Sha256 } from '#server/runtime/credentials.ts'
import { type ApiKeyRecord, type ApiKeyStore, StoreUnavailable } from '#server/storage/store.ts'

interface NewKeyDeps {
  readonly store: ApiKeyStore
  readonly clock: Clock
  readonly randomBytes: RandomBytes
  readonly sha256: Sha256
}

interface AddedKey {
  readonly id: string
  /** Shown once: the store has only its hash. */
  readonly key: string
}

interface RequestedKey {
  readonly name: string
  readonly scopes: unknown
  /** The manager; null for the `desk` command. */
  readonly by: string | null
}

/** Adds a key for another program. @throws {HttpError} `bad_name`, `bad_scopes`, `name_taken` */
export async function addApiKey(
  { store, clock, randomBytes, sha256 }: NewKeyDeps,
  requested: RequestedKey,
  note: Note,
): Promise<AddedKey> {
  const name = readName(requested.name)
  if (name === undefined) throw refusal.badName()
  const scopes = scopesIn(requested.scopes)
  if (!scopes) throw refusal.badScopes()
  const id = newId(randomBytes)
  const key = newApiKey(id, randomBytes)
  const createdAt = clock.now()
  const record: ApiKeyRecord = {
    id,
    name,
    scopes,
    keyHash: await sha256(key),
    createdAt,
    createdBy: requested.by,
    lastUsedAt: null,
  }
  const isAdded = await store.addApiKey(record, note('add key', `${name}: ${scopes.join(', ')}`))
  if (!isAdded) throw refusal.keyNameTaken()
  return { id, key }
}

/** @returns the scopes, each once; undefined if there are none, or others. */
function scopesIn(given: unknown): readonly ApiScope[] | undefined {
  if (!Array.isArray(given) || given.length === 0) return undefined
  const known = apiScopes.filter((scope) => given.includes(scope))
  return given.every((each) => known.some((scope) => scope === each)) ? known : undefined
}

/** Removes a key. @throws {HttpError} `not_found` */
export async function removeApiKey(
  { store, emit }: { readonly store: ApiKeyStore; readonly emit: Emit },
  id: string,
  note: Note,
): Promise<void> {
  const key = (await store.apiKeys()).find((each) => each.id === id)
  if (!key || !(await store.removeApiKey(id, note('remove key', key.name)))) throw refusal.noSuchKey()
  emit({ type: 'key-removed', keyId: id })
}

/** @returns a function that finds the key of a request, and records its use at most once a minute. */
export function createKeyFinder({ store, clock, sha256 }: Pick<NewKeyDeps, 'store' | 'clock' | 'sha256'>) {
  /** When this process last recorded the use of each key, on the steady clock. */
  const notedAt = new Map<string, number>()

  async function noteUse({ id, lastUsedAt }: ApiKeyRecord): Promise<void> {
    const [now, steady] = [clock.now(), clock.steady()]
    const isNoted = lastUsedAt !== null && Math.abs(now - lastUsedAt) < notedEveryMs
    if (isNoted || steady - (notedAt.get(id) ?? Number.NEGATIVE_INFINITY) < notedEveryMs) return
    notedAt.set(id, steady)
    // A program may read while the store cannot be written.
    await store.touchApiKey(id, now).catch((error: unknown) => {
      if (!(error instanceof StoreUnavailable)) throw error
    })
  }

  /** Whatever is given is hashed and looked up alike, so that the time tells nothing of its form. */
  return async (given: string): Promise<ApiKeyRecord | undefined> => {
    const key = await store.findApiKey(await sha256(given))
    if (key) await noteUse(key)
    return key
  }
}
