import type { Transaction } from 'kysely'
import type { Tables } from './store-schema.ts'

/** Allocates the next numbers, in the order of commits. @returns the last of them. */
export async function count(tx: Transaction<Tables>, name: Tables['counters']['name'], by: number): Promise<number> {
  const counter = tx.updateTable('counters').set((eb) => ({ latest: eb('latest', '+', by) }))
  return (await counter.where('name', '=', name).returning('latest').executeTakeFirstOrThrow()).latest
}
