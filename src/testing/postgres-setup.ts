import type { TestProject } from 'vitest/node'
import { startPostgres, type TestPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL for the tests; undefined without one. */
    readonly postgres: string | undefined
  }
}

let running: TestPostgres | undefined

/** Starts one PostgreSQL for all tests; each creates its own schema. */
export async function setup(project: TestProject): Promise<void> {
  running = await startPostgres()
  project.provide('postgres', running?.url)
  if (!running) process.stdout.write('No PostgreSQL: what needs one is skipped. Debian has it as "postgresql".\n')
}

export const teardown = async (): Promise<void> => running?.remove()
